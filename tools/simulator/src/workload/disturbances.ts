import type { Chance } from '@nordgate/chaos/chance';
import type { SimulatedBank } from '../bank/simulated-bank.js';
import { freezeGateways, freezeProcesses } from './frozen-processes.js';
import type { Gateways } from './gateways.js';
import { setClocksWrong } from './time-of-run.js';
import type { TimeOfRun } from './time-of-run.js';

interface Disturbed {
  readonly bank: SimulatedBank;
  readonly gateways: Gateways;
  readonly time: TimeOfRun;
  /** Processes of each service. */
  readonly replicas: number;
  readonly gatewayCount: number;
  readonly chance: Chance;
  readonly say: (line: string) => void;
}

/**
 * What happens to processes in a run besides faults: their clocks are wrong, and some are frozen. A bank of single processes only waits for
 * one that is frozen, so there it happens to none.
 */
export async function disturb(run: Disturbed): Promise<void> {
  const { bank, gateways, time, replicas, gatewayCount, ...options } = run;
  const wrong = time === 'differs' ? setClocksWrong(bank, gateways, options) : undefined;
  const isFrozen = replicas > 1 && options.chance.next() < 0.5;
  const frozen = isFrozen ? freezeProcesses(bank, options) : undefined;
  const isGatewayFrozen = gatewayCount > 1 && options.chance.next() < 0.5;
  const silent = isGatewayFrozen ? freezeGateways(gateways, options) : undefined;
  await Promise.all([wrong, frozen, silent]);
}
