import { rmSync } from 'node:fs';
import stopPostgres from './stop-postgres.mjs';

/** Jest's global tear-down: stops the servers that this very process started. Calling it twice is fine. */
export default async function stopKafka() {
  const running = globalThis.nordgateTestKafka;
  if (running) {
    delete globalThis.nordgateTestKafka;
    delete process.env.NORDGATE_TEST_KAFKA;
    await running.kafka.stop();
    rmSync(running.folder, { recursive: true, force: true });
  }
  await stopPostgres();
}
