import { INTERFACE_VERSION, RELEASE } from '@nordgate/contracts/codes';
import type { StatusReply } from '@nordgate/contracts/http';
import { defined } from '@nordgate/decider';
import type { Maintenance } from '@nordgate/service';
import type { Switches } from '../guard/kept-switches.source.js';

/** What the status is made of. */
export interface StatusSource {
  readonly maintenance: Maintenance;
  readonly switches: Switches;
}

/** What the bank serves at a time, for everybody. */
export function bankStatus({ maintenance, switches }: StatusSource, now: Date): StatusReply {
  const running = maintenance.running(now);
  return {
    state: stateOf(running),
    ...defined({ maintenance: running }),
    planned: maintenance.ahead(now),
    switchedOff: { products: [...switches.products], operations: [...switches.operations] },
    versions: { interface: INTERFACE_VERSION, release: RELEASE },
  };
}

function stateOf(running: StatusReply['maintenance']): StatusReply['state'] {
  if (running === undefined) return 'open';
  return running.readsGoOn ? 'reads' : 'maintenance';
}

/** A window that the operator begins at once is seen after this time by everybody. */
const cachedSecondsMax = 30;

/** How long a status may be kept: not beyond the begin or the end of work that is known. */
export function cachedSeconds(
  { maintenance }: Pick<StatusSource, 'maintenance'>,
  now: Date,
): number {
  const [next] = maintenance.ahead(now);
  const changes = [maintenance.running(now)?.until, next?.from].filter((at) => at !== undefined);
  const seconds = changes.map((at) => Math.floor((Date.parse(at) - now.getTime()) / 1000));
  return Math.min(cachedSecondsMax, ...seconds);
}
