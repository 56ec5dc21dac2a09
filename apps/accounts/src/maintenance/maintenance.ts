import type { MaintenanceEvent, MaintenancePlanned } from '@nordgate/contracts/events';
import { isOver, streams } from '@nordgate/contracts/rules';
import type { MaintenanceWindow } from '@nordgate/contracts/rules';
import { streamType, unreachable } from '@nordgate/decider';

/** The windows of maintenance that were not over at the last change; they do not overlap. Also the inline view. */
export interface Maintenance {
  readonly windows: readonly MaintenanceWindow[];
}

function evolve({ windows }: Maintenance, event: MaintenanceEvent): Maintenance {
  const others = windows.filter(({ from }) => from !== event.data.from);
  switch (event.type) {
    case 'MaintenancePlanned':
      return { windows: [...still(others, event.data), windowOf(event.data)] };
    case 'MaintenanceEnded':
      return { windows: still(others, event.data) };
    default:
      return unreachable(event);
  }
}

const windowOf = ({ from, until, readsGoOn }: MaintenancePlanned['data']): MaintenanceWindow => ({
  from,
  until,
  readsGoOn,
});

/** Windows that are over at a change are of no use to anybody. */
function still(windows: readonly MaintenanceWindow[], { at }: { readonly at: string }) {
  return windows.filter((one) => !isOver(one, new Date(at)));
}

/** The stream `maintenance-bank`. */
export const maintenanceStream = streamType<Maintenance, MaintenanceEvent, 'maintenance'>({
  name: streams.maintenance.category,
  stateVersion: 1,
  initial: { windows: [] },
  evolve,
  events: { MaintenancePlanned: { version: 1 }, MaintenanceEnded: { version: 1 } },
});
