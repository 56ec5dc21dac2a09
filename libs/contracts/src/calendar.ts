export { dayReceived } from './rules/banking-days.js';
export type { PeriodicOrder } from './rules/due-days.js';
export { nextExecutionDates } from './rules/execution-dates.js';
