import { rmSync } from 'node:fs';
import stopPostgres from './stop-postgres.mjs';
import { brokerOfFile, brokersOfRun } from '../worker-broker.ts';

/** Jest's global tear-down: stops the servers that this very process started. Calling it twice is fine. */
export default async function stopKafka() {
  const running = globalThis.nordgateTestKafka ?? [];
  delete globalThis.nordgateTestKafka;
  if (running.length > 0) {
    delete process.env[brokersOfRun];
    delete process.env[brokerOfFile];
  }
  for (const { kafka, folder } of running) {
    await kafka.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  await stopPostgres();
}
