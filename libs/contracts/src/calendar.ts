export { instantInOslo, timeInOslo } from './base/calendar/banking-days.js';
export type { PeriodicOrder } from './base/calendar/due-days.js';
export { earliestDay, executionDay, nextExecutionDates } from './base/calendar/execution-dates.js';
export type { DatedOrder } from './base/calendar/execution-dates.js';
export { executionAfterApproval, plannedExecution } from './base/calendar/planned-execution.js';
export type { PlannedExecution, ReceivedOrder } from './base/calendar/planned-execution.js';
