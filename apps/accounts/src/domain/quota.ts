import type { QuotaEvent } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { streamType, unreachable } from '@nordgate/decider';

/** How much of a bound is used. */
export interface Quota {
  readonly used: number;
}

function evolve({ used }: Quota, event: QuotaEvent): Quota {
  switch (event.type) {
    case 'QuotaTaken':
      return { used: used + 1 };
    case 'QuotaReturned':
      return { used: used - 1 };
    default:
      return unreachable(event);
  }
}

/**
 * Streams `quota-<bound>-<id>`. Whatever counts towards a bound is made together with an event of this stream,
 * in one append that expects the stream's version. So of two requests at once one is decided again with the
 * count after the other, and no number of them passes the bound.
 */
export const quotaStream = streamType<Quota, QuotaEvent, 'quota'>({
  name: streams.quota.category,
  stateVersion: 1,
  initial: { used: 0 },
  evolve,
  events: { QuotaTaken: { version: 1 }, QuotaReturned: { version: 1 } },
});
