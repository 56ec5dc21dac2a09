import { dayInOslo } from '@nordgate/contracts/rules';
import type { RunningWork } from '@nordgate/service';
import type { KnownDays } from './known-days.js';

const everyMs = 60_000;
/** The known state of the next day is decided so long before the day. */
const aheadMs = 600_000;

/**
 * Decides the known state of today behind the start, and that of the next day before it begins: the first world of a day
 * would wait for it otherwise. The service is ready meanwhile.
 */
export function startDecidingDays(days: KnownDays): RunningWork {
  const decide = () => {
    const now = Date.now();
    for (const at of [now, now + aheadMs]) days.of(dayInOslo(new Date(at)));
  };
  const first = setImmediate(decide);
  const timer = setInterval(decide, everyMs);
  return {
    stop: () => {
      clearImmediate(first);
      clearInterval(timer);
      return Promise.resolve();
    },
  };
}
