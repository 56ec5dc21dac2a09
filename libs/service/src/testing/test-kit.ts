export { sharedBus } from './process-bus.js';
