export { instantInOslo, timeInOslo } from './base/calendar/banking-days.js';
export type { PeriodicOrder } from './base/calendar/due-days.js';
export { earliestDay, executionDay } from './base/calendar/execution-day.js';
export type { DatedOrder } from './base/calendar/execution-day.js';
export { executionAfterApproval, plannedExecution } from './base/calendar/planned-execution.js';
export type { PlannedExecution, ReceivedOrder } from './base/calendar/planned-execution.js';
export { nextExecutionDates } from './base/calendar/execution-dates.js';
