export { bbanOf } from './rules/account-numbers.js';
export type { AccountNumbers } from './rules/account-numbers.js';
export { dayInOslo, isCalendarDate } from './rules/days.js';
export { isCancellable } from './rules/payment-status.js';
export { publicIdOf, readPublicId, streamIdIn } from './rules/public-id.js';
export type { IdKeys, NamedResource, ResourceKind } from './rules/public-id.js';
export { streamIdLength, streamIdOf } from './rules/stream-id.js';
