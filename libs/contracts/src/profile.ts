export { BankProfile, ENVIRONMENTS, ProfileAppLinks } from './profile/bank-profile.js';
export type { Environment } from './profile/bank-profile.js';
export { offeredProduct } from './profile/offered-product.js';
export type { OfferedProduct } from './profile/offered-product.js';
export { defaultProfile, parseProfile, ProfileFault, readProfile } from './profile/read-profile.js';
export { defaultTimers, timersOf } from './profile/timers.js';
export type { Timers } from './profile/timers.js';
