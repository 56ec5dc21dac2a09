import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from './chance.js';
import type { Fault } from './fault.js';
import type { LinkCondition } from './machine/link-condition.js';
import type { Between, Far, Network } from './machine/network.js';
import { stormIn, trafficTo } from './machine/storm.js';
import type { Traffic } from './machine/storm.js';

/** Longer than a session of the consumer groups and a request to a broker (10 s both). */
const goneMs = 12_000;
const troubledMs = { min: 6000, max: 9000 };
const latencyMs = 300;
/** A slow line of a mobile phone: an answer with its seal takes about a second. */
const bytesPerSecond = 4000;
/** One of this many pieces of an answer is cut. */
const resetOneIn = 20;

const withDatabase = ['payments', 'baskets', 'sca', 'accounts', 'batch'] as const;
const withBrokers = [...withDatabase, 'gateway'] as const;

/**
 * A fault of the network: something happens to links to servers of a kind, some time passes, and the links carry again. Apps and
 * TPPs without an answer may not ask much more often than before.
 */
function networkFault(
  name: string,
  to: Far,
  lastsSeconds: number,
  inflict: (network: Network, chance: Chance, brokers: readonly number[]) => Promise<void>,
): Fault {
  return {
    name,
    lastsSeconds,
    needs: ['network'],
    async inflict({ kafka }, chance, { network }) {
      const begun = await trafficTo(to, network());
      let over: Traffic;
      try {
        await inflict(network(), chance, [...kafka.pids.keys()]);
        over = await trafficTo(to, network());
      } finally {
        await network().restore();
      }
      const storm = stormIn(to, { openedAt: network().openedAt, begun, over });
      return storm === undefined ? [] : [storm];
    },
  };
}

const someTime = (chance: Chance) => sleep(chance.between(troubledMs.min, troubledMs.max));

/** The links of one app to its servers. */
function ofOneApp(to: 'brokers' | 'postgres', chance: Chance): Between {
  return { to, from: chance.pick(to === 'postgres' ? withDatabase : withBrokers) };
}

/** One app has no way to its servers: its connections are reset, and new ones are refused. */
function isolate(to: 'brokers' | 'postgres'): Fault {
  return networkFault(`isolate-from-${to}`, to, 13, async (network, chance) => {
    await network.refuse(ofOneApp(to, chance));
    await sleep(goneMs);
  });
}

/** What one app and its servers send is on the way for so long that each takes the other for gone. Then all of it arrives. */
function delayed(to: 'brokers' | 'postgres'): Fault {
  return networkFault(`silent-${to}`, to, 13, async (network, chance) => {
    network.become(ofOneApp(to, chance), { isSilent: true });
    await sleep(goneMs);
  });
}

/** The same for all apps at once, as when the database server stands still and goes on. */
const silentForAll = networkFault('silent-postgres-for-all', 'postgres', 13, async (network) => {
  network.become({ to: 'postgres' }, { isSilent: true });
  await sleep(goneMs);
});

/** The connections of one app are half-open for good: nobody answers on them, and they do not end. New connections work. */
function halfOpen(to: Far): Fault {
  return networkFault(`half-open-${to}`, to, 8, async (network, chance) => {
    network.forget(to === 'gateways' ? { to } : ofOneApp(to, chance));
    await someTime(chance);
  });
}

/** Links to all servers of a kind are bad for some time. */
function bad(name: string, to: Far, conditionFor: (chance: Chance) => LinkCondition): Fault {
  return networkFault(name, to, 9, async (network, chance) => {
    network.become({ to }, conditionFor(chance));
    await someTime(chance);
  });
}

function resets(chance: Chance): LinkCondition {
  const own = chance.fork();
  return { resetsAnswer: () => own.between(1, resetOneIn) === 1 };
}

/** One app cannot reach one broker that all others reach, the other brokers included. */
const partitionBroker: Fault = {
  ...networkFault('partition-broker', 'brokers', 13, async (network, chance, brokers) => {
    const between = { ...ofOneApp('brokers', chance), node: chance.pick(brokers) };
    network.forget(between);
    network.become(between, { isSilent: true });
    await sleep(goneMs);
  }),
  needsBrokers: true,
};

/** What happens to the network between apps, brokers, PostgreSQL and TPPs. */
export const networkFaults: readonly Fault[] = [
  isolate('brokers'),
  isolate('postgres'),
  delayed('brokers'),
  delayed('postgres'),
  silentForAll,
  halfOpen('brokers'),
  halfOpen('postgres'),
  halfOpen('gateways'),
  partitionBroker,
  bad('slow-brokers', 'brokers', () => ({ latencyMs })),
  bad('slow-postgres', 'postgres', () => ({ latencyMs })),
  bad('throttle-gateways', 'gateways', () => ({ bytesPerSecond })),
  bad('reset-brokers', 'brokers', resets),
  bad('reset-postgres', 'postgres', resets),
  bad('reset-gateways', 'gateways', resets),
];
