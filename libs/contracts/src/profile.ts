export { ProfileAppLinks } from './profile/app-links.js';
export { BankProfile, ENVIRONMENTS } from './profile/bank-profile.js';
export type { Environment } from './profile/bank-profile.js';
export { offeredProduct } from './profile/offered-product.js';
export type { OfferedProduct } from './profile/offered-product.js';
export { defaultProfile, parseProfile, ProfileError, readProfile } from './profile/read-profile.js';
export { bodyRulesOf, defaultTimers, executionTermsOf, timersOf } from './profile/bank-profile.js';
export type { ExecutionTerms, Timers } from './profile/bank-profile.js';
