import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kafkaFolderPrefix, removeAbandoned } from './abandoned-runs.mjs';
import startPostgres from './start-postgres.mjs';
import { brokerOfFile, brokersOfRun } from '../worker-broker.ts';

/**
 * Jest's global set-up of `npm run test:kafka`: one PostgreSQL server for the whole run, and a broker for each
 * worker. Specs of one broker use the same topics, and run one after the other.
 */
export default async function startKafka({ maxWorkers }) {
  await startPostgres();
  if (process.env[brokersOfRun] || process.env[brokerOfFile]) return;
  const { startLocalKafka, removeLocalKafka } = await import('@nordgate/local/kafka');
  await removeAbandoned(kafkaFolderPrefix, (folder) =>
    removeLocalKafka({ folder, say: () => undefined }),
  );
  const say = (line) => console.log(line);
  const running = (globalThis.nordgateTestKafka = []);
  // One after the other: the first one may have to fetch the broker.
  for (let worker = 1; worker <= maxWorkers; worker += 1) {
    const folder = mkdtempSync(join(tmpdir(), kafkaFolderPrefix));
    running.push({ kafka: await startLocalKafka({ folder, brokers: 1, say }), folder });
  }
  process.env[brokersOfRun] = running.map(({ kafka }) => kafka.bootstrap.join(',')).join(' ');
}
