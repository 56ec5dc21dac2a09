import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kafkaFolderPrefix, removeAbandoned } from './abandoned-runs.mjs';
import startPostgres from './start-postgres.mjs';

const variable = 'NORDGATE_TEST_KAFKA';

/** Jest's global set-up of `npm run test:kafka`: one PostgreSQL server and one broker for the whole run. */
export default async function startKafka() {
  await startPostgres();
  if (process.env[variable]) return;
  const { startLocalKafka, removeLocalKafka } = await import('@nordgate/local/kafka');
  await removeAbandoned(kafkaFolderPrefix, (folder) =>
    removeLocalKafka({ folder, say: () => undefined }),
  );
  const folder = mkdtempSync(join(tmpdir(), kafkaFolderPrefix));
  const kafka = await startLocalKafka({ folder, brokers: 1, say: (line) => console.log(line) });
  process.env[variable] = kafka.bootstrap.join(',');
  globalThis.nordgateTestKafka = { kafka, folder };
}
