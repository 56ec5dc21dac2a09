import { setTimeout as pause } from 'node:timers/promises';
import type { AppName } from '@nordgate/local/cluster';
import type { Fault } from './fault.js';

const awayMs = { min: 200, max: 1500 };

/** kill -9 of one instance of an app, which comes back after a moment. */
export function killApp(app: AppName): Fault {
  return {
    name: `kill-${app}`,
    async inflict(cluster, chance) {
      const victim = chance.pick(cluster.of(app));
      await victim.kill9();
      await pause(chance.between(awayMs.min, awayMs.max));
      await victim.start();
      return [];
    },
  };
}
