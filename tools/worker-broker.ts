/** The variable with the addresses of a run's brokers, one for each worker of Jest, with a space between them. */
export const brokersOfRun = 'NORDGATE_TEST_KAFKAS';

/** The variable with the address of the broker that a test file uses. */
export const brokerOfFile = 'NORDGATE_TEST_KAFKA';

/**
 * Names the broker of this worker for its test files. Does nothing in a run without brokers for its workers.
 *
 * @throws Error when the run has fewer brokers than workers: two test files must not share topics at the same time
 */
export function chooseBroker(env: NodeJS.ProcessEnv): void {
  const listed = env[brokersOfRun];
  if (listed === undefined) return;
  // A run in one process has no number.
  const worker = Number(env['JEST_WORKER_ID'] ?? '1');
  const broker = listed.split(' ')[worker - 1];
  if (broker === undefined) throw new Error(`worker ${String(worker)} has no broker`);
  env[brokerOfFile] = broker;
}
