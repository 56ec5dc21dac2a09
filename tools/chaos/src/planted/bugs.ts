import { setTimeout as pause } from 'node:timers/promises';
import type { AppName, Cluster } from '@nordgate/local/cluster';
import type { Bug } from './bug.js';
import { inApp } from './in-app.js';
import { commitAtOnce, commitLate, inDatabase, keepLatest, keepWorst } from './in-database.js';

const shortMs = 6000;
/** The gateway answers after two seconds when nothing is decided. */
const answeredMs = 4500;

const justLoad = () => pause(shortMs);

async function killAfter(cluster: Cluster, app: AppName, afterMs: number): Promise<void> {
  await pause(afterMs);
  const [victim] = cluster.of(app);
  await victim?.kill9();
  await victim?.start();
}

const positionReader = inApp('payments', 'position-reader');

/** Every bug that the checker has to catch (design §7). */
export const bugs: readonly Bug[] = [
  {
    name: 'ack-before-commit',
    does: 'the gateway answers before the broker has the command',
    breaks: 'L1',
    ...inApp('gateway', 'ack-before-commit'),
    meanwhile: (cluster) => killAfter(cluster, 'gateway', answeredMs),
  },
  {
    name: 'offset-before-effects',
    does: 'payments says that it is done with commands before it is',
    breaks: 'L1',
    ...inApp('payments', 'offset-before-effects'),
    meanwhile: (cluster) => killAfter(cluster, 'payments', answeredMs),
  },
  {
    name: 'no-dedupe',
    does: 'a command that comes again makes a second payment',
    breaks: 'L1',
    ...inApp('payments', 'no-dedupe'),
    meanwhile: justLoad,
  },
  {
    name: 'position-reader',
    does: 'the relay takes positions for the order of commits',
    breaks: 'L2',
    plant: async (cluster) => {
      await positionReader.plant(cluster);
      await inDatabase(cluster, 'payments', commitLate);
    },
    meanwhile: justLoad,
    uproot: async (cluster) => {
      await inDatabase(cluster, 'payments', commitAtOnce);
      await positionReader.uproot(cluster);
    },
  },
  {
    name: 'running-worst',
    does: 'the register keeps the worst status that it ever saw',
    breaks: 'L6',
    plant: (cluster) => inDatabase(cluster, 'baskets', keepWorst),
    meanwhile: justLoad,
    uproot: (cluster) => inDatabase(cluster, 'baskets', keepLatest),
  },
  {
    name: 'dropped-event',
    does: 'the relay passes over some events',
    breaks: 'L2',
    ...inApp('payments', 'dropped-event'),
    meanwhile: justLoad,
  },
];

/** The same surroundings without a bug: what the checker must not mistake for one. */
export const noBug: Bug = {
  name: 'none',
  does: 'late commits and killed processes, but no bug',
  breaks: 'L1',
  plant: (cluster) => inDatabase(cluster, 'payments', commitLate),
  meanwhile: async (cluster) => {
    await killAfter(cluster, 'payments', shortMs / 2);
    await killAfter(cluster, 'gateway', shortMs / 2);
  },
  uproot: (cluster) => inDatabase(cluster, 'payments', commitAtOnce),
};
