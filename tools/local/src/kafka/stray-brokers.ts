import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KafkaFolder, Say } from './kafka-folder.js';
import { isRunning, readIdentity } from './process-identity.js';

const shutdownWaitMs = 15_000;
const killWaitMs = 5_000;
const pollMs = 20;

/**
 * Ends brokers that outlived their host. Only the very processes that the folder names are signalled.
 * Throws when one does not end.
 */
export async function stopStrayBrokers(folder: KafkaFolder, say: Say): Promise<void> {
  if (!existsSync(folder.root)) return;
  const nodes = readdirSync(folder.root).flatMap((name) => {
    const node = /^broker-(\d+)$/.exec(name)?.[1];
    return node === undefined ? [] : [Number(node)];
  });
  await Promise.all(nodes.map((node) => stopStray(folder, node, say)));
}

async function stopStray(folder: KafkaFolder, node: number, say: Say): Promise<void> {
  const stray = readIdentity(folder.node(node).process);
  if (!stray || !isRunning(stray)) return;
  say(`Kafka broker ${node} (pid ${stray.pid}) outlived its host; asking it to shut down`);
  for (const [signal, waitMs] of [
    ['SIGTERM', shutdownWaitMs],
    ['SIGKILL', killWaitMs],
  ] as const) {
    signalIfThere(stray.pid, signal);
    const deadline = Date.now() + waitMs;
    while (Date.now() < deadline) {
      if (!isRunning(stray)) return say(`Kafka broker ${node} (pid ${stray.pid}) has ended`);
      await sleep(pollMs);
    }
  }
  throw new Error(`Kafka broker ${node} (pid ${stray.pid}) does not end`);
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
