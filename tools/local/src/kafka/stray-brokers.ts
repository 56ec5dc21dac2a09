import { existsSync, readdirSync } from 'node:fs';
import { endStray, isRunning, readIdentity } from '../host/processes.js';
import type { EndingStep, Say } from '../host/processes.js';
import type { KafkaFolder } from './kafka-folder.js';

const steps: readonly EndingStep[] = [
  { signal: 'SIGTERM', waitMs: 15_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];

/**
 * Ends brokers that outlived their host. Only the processes that the folder's own files name are
 * signalled.
 *
 * @throws Error when a broker does not end
 */
export async function stopStrayBrokers(folder: KafkaFolder, say: Say): Promise<void> {
  if (!existsSync(folder.root)) return;
  const nodes = readdirSync(folder.root).flatMap((name) => {
    const node = /^broker-(\d+)$/.exec(name)?.[1];
    return node === undefined ? [] : [Number(node)];
  });
  await Promise.all(
    nodes.map(async (node) => {
      const stray = readIdentity(folder.node(node).process);
      if (stray && isRunning(stray)) await endStray(`Kafka broker ${node}`, stray, steps, say);
    }),
  );
}
