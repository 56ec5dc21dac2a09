import { setTimeout as delay } from 'node:timers/promises';
import type { Chance } from '@nordgate/chaos/chance';
import { services } from '../bank/service-names.js';
import type { SimulatedBank } from '../bank/simulated-bank.js';
import type { Gateways } from './gateways.js';

/** Longer than the sessions of leaders and members last. */
const frozenMsMax = 20_000;

interface FreezeOptions {
  readonly chance: Chance;
  readonly say: (line: string) => void;
}

/**
 * Freezes one gateway after another. Its clients send their requests again, to another one; when it goes on, it still sends what it was about to
 * send.
 */
export async function freezeGateways(
  gateways: Gateways,
  { chance, say }: FreezeOptions,
): Promise<void> {
  for (let times = chance.between(1, 3); times > 0; times -= 1) {
    await delay(chance.between(50, 1500));
    const owner = gateways.next();
    const ms = chance.between(300, frozenMsMax);
    if (owner === undefined || owner.isFrozen) continue;
    say(`${owner.name} is frozen for ${String(ms)} ms`);
    owner.freeze(ms);
  }
}

/**
 * Freezes one process after another while the others of its services go on. A process that goes on after seconds does not know that another
 * one leads, has its partitions, and has done its work.
 */
export async function freezeProcesses(
  bank: SimulatedBank,
  { chance, say }: FreezeOptions,
): Promise<void> {
  for (let times = chance.between(1, 4); times > 0; times -= 1) {
    await delay(chance.between(50, 1500));
    const running = bank.running(chance.pick(services));
    const ms = chance.between(300, frozenMsMax);
    if (running === undefined || running.process.owner.isFrozen) continue;
    say(`${running.process.name} is frozen for ${String(ms)} ms`);
    bank.freeze(running, ms);
  }
}
