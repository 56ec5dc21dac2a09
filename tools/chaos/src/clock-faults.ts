import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault.js';

/** As much as a clock without a time server is wrong after some weeks. */
const wrongSeconds = 90;
const jumpSeconds = 3600;
const wrongMs = { min: 6000, max: 9000 };

const apps = ['payments', 'baskets', 'sca', 'accounts', 'batch', 'gateway'] as const;

/** The clock of one instance is wrong for some time, and then right again. It jumps twice while the instance runs. */
function wrongClock(name: string, seconds: number): Fault {
  return {
    name,
    lastsSeconds: 9,
    needs: ['clocks'],
    async inflict(cluster, chance, machine) {
      const { name: victim } = chance.pick(cluster.of(chance.pick(apps)));
      machine.clocks().set(victim, seconds);
      await sleep(chance.between(wrongMs.min, wrongMs.max));
      machine.clocks().set(victim, 0);
      return [];
    },
  };
}

/** An instance starts with a wrong clock, which a time server sets right while the instance runs. */
const wrongAtStart: Fault = {
  name: 'clock-wrong-at-start',
  lastsSeconds: 20,
  needs: ['clocks'],
  async inflict(cluster, chance, machine) {
    const victim = chance.pick(cluster.of(chance.pick(apps)));
    machine.clocks().set(victim.name, chance.pick([jumpSeconds, -jumpSeconds]));
    await victim.kill9();
    await victim.start();
    await sleep(chance.between(wrongMs.min, wrongMs.max));
    machine.clocks().set(victim.name, 0);
    return [];
  },
};

/** The clock of the databases is wrong for some time, while all apps have the right time. */
function wrongDatabaseClock(name: string, seconds: number): Fault {
  return {
    name,
    lastsSeconds: 9,
    needs: ['clocks'],
    async inflict(_cluster, chance, machine) {
      machine.clocks().set('postgres', seconds);
      await sleep(chance.between(wrongMs.min, wrongMs.max));
      machine.clocks().set('postgres', 0);
      return [];
    },
  };
}

/** What happens to the clock of one instance, or of the databases, while all others have the right time. */
export const clockFaults: readonly Fault[] = [
  wrongClock('clock-ahead', wrongSeconds),
  wrongClock('clock-behind', -wrongSeconds),
  wrongClock('clock-jump-ahead', jumpSeconds),
  wrongClock('clock-jump-back', -jumpSeconds),
  wrongAtStart,
  wrongDatabaseClock('clock-of-postgres-ahead', jumpSeconds),
  wrongDatabaseClock('clock-of-postgres-behind', -jumpSeconds),
];
