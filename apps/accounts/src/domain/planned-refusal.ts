import type { DeclineReason, MadeBy, RefusalEvent } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { streamType, unreachable } from '@nordgate/decider';

/** The refusal of the next execution of a payment, as the fold of its events. */
export type PlannedRefusal =
  | { readonly is: 'none' }
  | {
      readonly is: 'planned';
      readonly reason: DeclineReason;
      readonly by: MadeBy;
      /** The occurrence of a periodic payment that was refused; the others are executed. */
      readonly occurrence?: string;
    };

function evolve(refusal: PlannedRefusal, event: RefusalEvent): PlannedRefusal {
  switch (event.type) {
    case 'RefusalPlanned': {
      const { reason, by } = event.data;
      return { is: 'planned', reason, by };
    }
    case 'RefusalUsed':
      return { ...refusal, occurrence: event.data.occurrence } as PlannedRefusal;
    default:
      return unreachable(event);
  }
}

/** Streams `refusal-<payment>`, which a sandbox alone writes. */
export const refusalStream = streamType<PlannedRefusal, RefusalEvent, 'refusal'>({
  name: streams.refusal.category,
  stateVersion: 1,
  initial: { is: 'none' },
  evolve,
  events: { RefusalPlanned: { version: 1 }, RefusalUsed: { version: 1 } },
});
