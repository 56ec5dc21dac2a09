import { setTimeout as sleep } from 'node:timers/promises';
import type { AppName, Cluster } from '@nordgate/local/cluster';
import type { Law } from '../checker/law.js';
import { inApp } from './in-app.js';
import {
  commitAtOnce,
  commitLate,
  forgetPicks,
  inDatabase,
  instructOnce,
  instructTwice,
  keepLatest,
  keepPicks,
  keepWorst,
} from './in-database.js';

/** A bug that the checker has to catch, with the smallest run that shows it. */
export interface Bug {
  readonly name: string;
  readonly behaviour: string;
  /** The law that it breaks at least. */
  readonly breaks: Law['id'];
  readonly plant: (cluster: Cluster) => Promise<void>;
  /** Runs while requests come in. */
  readonly meanwhile: (cluster: Cluster) => Promise<void>;
  /** Corrects the cluster. The damage that the bug has done stays. */
  readonly uproot: (cluster: Cluster) => Promise<void>;
}

const shortMs = 6000;
/** The gateway answers after two seconds when nothing is decided. */
const answeredMs = 4500;

const justLoad = () => sleep(shortMs);

async function killAfter(cluster: Cluster, app: AppName, afterMs: number): Promise<void> {
  await sleep(afterMs);
  const [victim] = cluster.of(app);
  await victim?.kill9();
  await victim?.start();
}

const positionReader = inApp('payments', 'position-reader');

/** Every bug that the checker has to catch (design §7). */
export const bugs: readonly Bug[] = [
  {
    name: 'ack-before-commit',
    behaviour: 'the gateway answers before the broker has the command',
    breaks: 'L1',
    ...inApp('gateway', 'ack-before-commit'),
    meanwhile: (cluster) => killAfter(cluster, 'gateway', answeredMs),
  },
  {
    name: 'offset-before-effects',
    behaviour: 'payments commits the offset of commands before their effects',
    breaks: 'L1',
    ...inApp('payments', 'offset-before-effects'),
    meanwhile: (cluster) => killAfter(cluster, 'payments', answeredMs),
  },
  {
    name: 'no-dedupe',
    behaviour: 'a repeated command makes a second payment',
    breaks: 'L1',
    ...inApp('payments', 'no-dedupe'),
    meanwhile: justLoad,
  },
  {
    name: 'running-worst',
    behaviour: 'the register keeps the worst status that it ever received',
    breaks: 'L6',
    plant: (cluster) => inDatabase(cluster, 'baskets', keepWorst),
    meanwhile: justLoad,
    uproot: (cluster) => inDatabase(cluster, 'baskets', keepLatest),
  },
  {
    name: 'dropped-event',
    behaviour: 'the relay skips some events',
    breaks: 'L2',
    ...inApp('payments', 'dropped-event'),
    meanwhile: justLoad,
  },
  {
    name: 'instruct-twice',
    behaviour: 'batch instructs a transfer twice, under two ids',
    breaks: 'L10',
    plant: (cluster) => inDatabase(cluster, 'batch', instructTwice),
    meanwhile: justLoad,
    uproot: (cluster) => inDatabase(cluster, 'batch', instructOnce),
  },
  {
    name: 'forget-picks',
    behaviour: 'a run forgets what it has picked',
    breaks: 'L11',
    plant: (cluster) => inDatabase(cluster, 'batch', forgetPicks),
    meanwhile: justLoad,
    uproot: (cluster) => inDatabase(cluster, 'batch', keepPicks),
  },
  // The last one: a run whose claim is lost never ends, and no other run begins.
  {
    name: 'position-reader',
    behaviour: 'the relay treats positions as the order of commits',
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
];

/** The same surroundings without a bug, which must break no law. */
export const noBug: Bug = {
  name: 'none',
  behaviour: 'late commits and killed processes, but no bug',
  breaks: 'L1',
  plant: (cluster) => inDatabase(cluster, 'payments', commitLate),
  meanwhile: async (cluster) => {
    await killAfter(cluster, 'payments', shortMs / 2);
    await killAfter(cluster, 'gateway', shortMs / 2);
  },
  uproot: (cluster) => inDatabase(cluster, 'payments', commitAtOnce),
};
