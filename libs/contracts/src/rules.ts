export { dayReceived } from './calendar/day-received.js';
export { nextExecutionDates } from './calendar/execution-dates.js';
export type { PeriodicOrder } from './calendar/periodic-order.js';
export { publicIdOf, readPublicId, streamIdIn } from './rules/public-id.js';
export type { IdKeys, NamedResource, ResourceKind } from './rules/public-id.js';
export { streamIdLength, streamIdOf } from './rules/stream-id.js';
