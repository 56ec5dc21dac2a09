export { originOf } from './an-origin.js';
export { startFakeOcsp } from './fake-ocsp.js';
export type { FakeOcsp, OcspManner } from './fake-ocsp.js';
export { startFakeRegister } from './fake-register.js';
export type { FakeRegister, RegisterManner } from './fake-register.js';
export { sharedBus } from './process-bus.js';
export { appendForeign, readUntil, serviceOnABus } from './service-on-a-bus.js';
export type { ForeignEvent, ServiceOnABus } from './service-on-a-bus.js';
