export { sharedBus } from './process-bus.js';
export { appendForeign, readUntil, serviceOnABus } from './service-on-a-bus.js';
export type { ForeignEvent, ServiceOnABus } from './service-on-a-bus.js';
