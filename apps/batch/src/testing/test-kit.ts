export { describeExecutor } from './executor-contract.js';
export type { ExecutorUnderTest, ReportedOutcome } from './executor-under-test.js';
