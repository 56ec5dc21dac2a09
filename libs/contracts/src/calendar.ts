export { timeInOslo } from './rules/banking-days.js';
export type { PeriodicOrder } from './rules/due-days.js';
export { earliestDay, executionDay } from './rules/execution-day.js';
export type { DatedOrder } from './rules/execution-day.js';
export { executionAfterApproval, plannedExecution } from './rules/planned-execution.js';
export type { PlannedExecution, ReceivedOrder } from './rules/planned-execution.js';
export { nextExecutionDates } from './rules/execution-dates.js';
