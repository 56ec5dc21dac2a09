import { rmSync } from 'node:fs';

/** Jest's global tear-down: stops the server that this very process started. Calling it twice is fine. */
export default async function stopPostgres() {
  const running = globalThis.nordgateTestPostgres;
  if (!running) return;
  delete globalThis.nordgateTestPostgres;
  delete process.env.NORDGATE_TEST_POSTGRES;
  delete process.env.NORDGATE_TEST_RUN_FOLDER;
  await running.server.stop();
  rmSync(running.dataDir, { recursive: true, force: true });
}
