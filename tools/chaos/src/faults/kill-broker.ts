import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from './fault.js';

const awayMs = { min: 2000, max: 4000 };

/** kill -9 of a broker, which comes back after some seconds. */
export const killBroker: Fault = {
  name: 'kill-broker',
  async inflict({ kafka }, chance) {
    const node = chance.pick([...kafka.pids.keys()]);
    await kafka.kill9(node);
    await pause(chance.between(awayMs.min, awayMs.max));
    await kafka.restart(node);
    return [];
  },
};
