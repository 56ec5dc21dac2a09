import { setTimeout as sleep } from 'node:timers/promises';
import type { AppName } from '@nordgate/local/cluster';
import { renewCertificates } from './certificate-fault.js';
import { clockFaults } from './clock-faults.js';
import { databaseFaults } from './database-faults.js';
import { diskFaults } from './disk-faults.js';
import type { Fault } from './fault.js';
import { Standby } from './machine/standby.js';
import { networkFaults } from './network-faults.js';
import { starveGateways } from './overload-fault.js';
import { poisonMessages } from './poison-fault.js';
import { endStreams } from './retention-fault.js';

const appAwayMs = { min: 200, max: 1500 };
const brokerAwayMs = { min: 2000, max: 4000 };
/** Longer than a session of the consumer groups (10 s), so that other members take the partitions. */
const frozenMs = 12_000;
const followedMs = { min: 3000, max: 6000 };

/** kill -9 of one instance of an app, which starts again after a moment. */
function killApp(app: AppName): Fault {
  return {
    name: `kill-${app}`,
    lastsSeconds: 12,
    async inflict(cluster, chance) {
      const victim = chance.pick(cluster.of(app));
      await victim.kill9();
      await sleep(chance.between(appAwayMs.min, appAwayMs.max));
      await victim.start();
      return [];
    },
  };
}

/** kill -9 of a broker, which starts again after some seconds. */
const killBroker: Fault = {
  name: 'kill-broker',
  lastsSeconds: 9,
  needsBrokers: true,
  async inflict({ kafka }, chance) {
    const node = chance.pick([...kafka.pids.keys()]);
    await kafka.kill9(node);
    await sleep(chance.between(brokerAwayMs.min, brokerAwayMs.max));
    await kafka.restart(node);
    return [];
  },
};

/** kill -9 of all brokers. They start again after longer than a session of the consumer groups. */
const killAllBrokers: Fault = {
  name: 'kill-all-brokers',
  lastsSeconds: 22,
  async inflict({ kafka }) {
    const nodes = [...kafka.pids.keys()];
    await Promise.all(nodes.map((node) => kafka.kill9(node)));
    await sleep(frozenMs);
    await Promise.all(nodes.map((node) => kafka.restart(node)));
    return [];
  },
};

/** kill -9 of the database server, which recovers from its write-ahead log. */
const cutPostgres: Fault = {
  name: 'cut-postgres',
  lastsSeconds: 3,
  async inflict(cluster) {
    await cluster.cutPostgres();
    return [];
  },
};

/** SIGSTOP of an instance of an app. It continues as a member that its consumer groups have removed. */
function freezeApp(app: AppName): Fault {
  return {
    name: `freeze-${app}`,
    lastsSeconds: 12,
    async inflict(cluster, chance) {
      const victim = chance.pick(cluster.of(app));
      victim.freeze();
      await sleep(frozenMs);
      victim.thaw();
      return [];
    },
  };
}

/** SIGSTOP of a broker: its connections stay open, and it answers nothing. */
const freezeBroker: Fault = {
  name: 'freeze-broker',
  lastsSeconds: 12,
  needsBrokers: true,
  async inflict({ kafka }, chance) {
    const pid = chance.pick([...kafka.pids.values()]);
    process.kill(pid, 'SIGSTOP');
    await sleep(frozenMs);
    process.kill(pid, 'SIGCONT');
    return [];
  },
};

/** A new start of a broker in order, as for a new release of Kafka. */
const restartBroker: Fault = {
  name: 'restart-broker',
  lastsSeconds: 7,
  needsBrokers: true,
  async inflict({ kafka }, chance) {
    await kafka.restart(chance.pick([...kafka.pids.keys()]));
    return [];
  },
};

/** kill -9 of every app at once, as when a node with all of them loses power. */
const killAllApps: Fault = {
  name: 'kill-all-apps',
  lastsSeconds: 18,
  async inflict(cluster) {
    await Promise.all(cluster.apps.map((app) => app.kill9()));
    await Promise.all(cluster.apps.map((app) => app.start()));
    return [];
  },
};

/** kill -9 of every app, broker and database server at once. */
const powerCut: Fault = {
  name: 'power-cut',
  lastsSeconds: 27,
  async inflict(cluster) {
    const nodes = [...cluster.kafka.pids.keys()];
    await Promise.all([
      ...cluster.apps.map((app) => app.kill9()),
      ...nodes.map((node) => cluster.kafka.kill9(node)),
    ]);
    await cluster.cutPostgres();
    await Promise.all(nodes.map((node) => cluster.kafka.restart(node)));
    await Promise.all(cluster.apps.map((app) => app.start()));
    return [];
  },
};

/**
 * The database server is killed, and its standby takes over. As in production, a commit waits until the standby has it: another standby
 * would lose the last commits, and the bank would have to be restored (`late-standby.kafka.e2e.spec.ts`).
 */
const standbyTakesOver: Fault = {
  name: 'standby-takes-over',
  lastsSeconds: 20,
  async inflict(cluster, chance) {
    const standby = await Standby.of(cluster);
    await standby.becomeSynchronous();
    await sleep(chance.between(followedMs.min, followedMs.max));
    await standby.takeOver();
    return [];
  },
};

/** SIGTERM and a new start of every instance, one after the other, as for a new release. */
const rollingRestart: Fault = {
  name: 'rolling-restart',
  lastsSeconds: 60,
  async inflict(cluster, chance) {
    const failures: string[] = [];
    for (const app of chance.shuffled(cluster.apps)) {
      const code = await app.stop();
      if (code !== 0) failures.push(`${app.name} ended with ${String(code)} after SIGTERM`);
      await app.start();
    }
    return failures;
  },
};

const apps = ['payments', 'baskets', 'sca', 'accounts', 'batch', 'gateway'] as const;

/** Every fault, by the name that `--faults` takes. */
export const faults: readonly Fault[] = [
  ...apps.map(killApp),
  ...apps.map(freezeApp),
  killAllApps,
  rollingRestart,
  killBroker,
  killAllBrokers,
  freezeBroker,
  restartBroker,
  cutPostgres,
  powerCut,
  standbyTakesOver,
  ...databaseFaults,
  ...networkFaults,
  ...clockFaults,
  ...diskFaults,
  starveGateways,
  poisonMessages,
  endStreams,
  renewCertificates,
];

/** The faults of these names, in the order of the names. @throws Error for an unknown name */
export function faultsNamed(names: readonly string[]): Fault[] {
  return names.map((name) => {
    const found = faults.find((fault) => fault.name === name);
    if (found !== undefined) return found;
    const known = faults.map((fault) => fault.name).join(', ');
    throw new Error(`there is no fault ${name}; there are ${known}`);
  });
}
