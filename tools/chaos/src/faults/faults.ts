import { cutPostgres } from './cut-postgres.js';
import type { Fault } from './fault.js';
import { freezePayments } from './freeze-payments.js';
import { killApp } from './kill-app.js';
import { killBroker } from './kill-broker.js';
import { rollingRestart } from './rolling-restart.js';

/** Every fault, by the name that `--faults` takes. */
export const faults: readonly Fault[] = [
  killApp('payments'),
  killApp('baskets'),
  killApp('sca'),
  killApp('accounts'),
  killApp('gateway'),
  killBroker,
  cutPostgres,
  freezePayments,
  rollingRestart,
];

/** The faults of these names, in their order. Throws for a name that is none. */
export function faultsNamed(names: readonly string[]): Fault[] {
  return names.map((name) => {
    const found = faults.find((fault) => fault.name === name);
    if (found !== undefined) return found;
    const known = faults.map((fault) => fault.name).join(', ');
    throw new Error(`there is no fault ${name}; there are ${known}`);
  });
}
