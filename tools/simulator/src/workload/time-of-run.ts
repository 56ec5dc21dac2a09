import { setTimeout as delay } from 'node:timers/promises';
import type { Chance } from '@nordgate/chaos/chance';
import { services } from '../bank/service-names.js';
import type { SimulatedBank } from '../bank/simulated-bank.js';
import type { ProcessOwner } from '../clock/process-owner.js';
import type { Gateways } from './gateways.js';

/** What happens to the clocks in a run. */
export type TimeOfRun =
  /** They go on. */
  | 'passes'
  /** All clocks jump ahead together, to a bound that somebody waits for. */
  | 'jumps'
  /** The clock of the TPP's world is moved over days. */
  | 'moves'
  /** The clock of one process after another is wrong, ahead or behind. */
  | 'differs';

const times: readonly TimeOfRun[] = [
  ...['passes', 'passes', 'passes', 'passes'],
  ...['jumps', 'jumps', 'jumps', 'differs', 'moves', 'moves'],
] as readonly TimeOfRun[];

export function timeOfRun(chance: Chance): TimeOfRun {
  return chance.pick(times);
}

/** Less than a minute and a half: the bank's machines have to be set right by then. */
const wrongMsMax = 90_000;

/** Sets the clocks of some processes wrong, one after another, and right again in the end. */
export async function setClocksWrong(
  bank: SimulatedBank,
  gateways: Gateways,
  { chance, say }: { readonly chance: Chance; readonly say: (line: string) => void },
): Promise<void> {
  const wrong: ProcessOwner[] = [];
  for (let times = chance.between(2, 4); times > 0; times -= 1) {
    await delay(chance.between(100, 900));
    const name = chance.pick([...services, 'gateway'] as const);
    const owner = name === 'gateway' ? gateways.next() : bank.running(name)?.process.owner;
    const skewMs = chance.between(-wrongMsMax, wrongMsMax);
    if (owner === undefined) continue;
    owner.skewMs = skewMs;
    wrong.push(owner);
    say(`the clock of ${name} is wrong by ${String(skewMs)} ms`);
  }
  await delay(chance.between(500, 1500));
  for (const owner of wrong) owner.skewMs = 0;
}
