import { setTimeout as sleep } from 'node:timers/promises';
import type { AppName, Cluster } from '@nordgate/local/cluster';
import type { Chance } from './chance.js';

/** A failure of one part of the cluster while requests come in. */
export interface Fault {
  readonly name: string;
  /**
   * Resolves when everything is up again, with unexpected effects such as an exit code. Rejects when a
   * part does not come up.
   */
  readonly inflict: (cluster: Cluster, chance: Chance) => Promise<readonly string[]>;
}

const appAwayMs = { min: 200, max: 1500 };
const brokerAwayMs = { min: 2000, max: 4000 };
/** Longer than a session of the consumer groups (10 s), so that other members take the partitions. */
const frozenMs = 12_000;

/** kill -9 of one instance of an app, which starts again after a moment. */
function killApp(app: AppName): Fault {
  return {
    name: `kill-${app}`,
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
  async inflict({ kafka }, chance) {
    const node = chance.pick([...kafka.pids.keys()]);
    await kafka.kill9(node);
    await sleep(chance.between(brokerAwayMs.min, brokerAwayMs.max));
    await kafka.restart(node);
    return [];
  },
};

/** kill -9 of the database server, which recovers from its write-ahead log. */
const cutPostgres: Fault = {
  name: 'cut-postgres',
  async inflict(cluster) {
    await cluster.cutPostgres();
    return [];
  },
};

/** SIGSTOP of the payments service. It continues as a member that its consumer groups have removed. */
const freezePayments: Fault = {
  name: 'freeze-payments',
  async inflict(cluster) {
    const [payments] = cluster.of('payments');
    payments?.freeze();
    await sleep(frozenMs);
    payments?.thaw();
    return [];
  },
};

/** SIGTERM and a new start of every instance, one after the other, as for a new release. */
const rollingRestart: Fault = {
  name: 'rolling-restart',
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

/** Every fault, by the name that `--faults` takes. */
export const faults: readonly Fault[] = [
  killApp('payments'),
  killApp('baskets'),
  killApp('sca'),
  killApp('accounts'),
  killApp('batch'),
  killApp('gateway'),
  killBroker,
  cutPostgres,
  freezePayments,
  rollingRestart,
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
