import type { QuotaEvent } from '@nordgate/contracts/events';
import { sandboxBounds, streams } from '@nordgate/contracts/rules';
import type { SandboxBound } from '@nordgate/contracts/rules';
import { decisionOn, refuse, streamType, unreachable } from '@nordgate/decider';
import type { FoundStreams, Refusal, StreamDecision } from '@nordgate/decider';

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

/** The bounds that are counted in a stream; the others are counted in the state of what they bound. */
export type CountedBound = Extract<
  SandboxBound,
  'customersOfTpp' | 'agreementsOfTpp' | 'accountsOfCustomer'
>;

/** The refusal of what is beyond a bound: its text is the name of the bound. */
export function beyond(bound: SandboxBound): Refusal {
  return refuse('CONFLICT', { text: bound });
}

/** A quota that a new resource takes a part of. */
export interface TakenQuota {
  readonly takes: CountedBound;
  readonly stream: string;
}

/** The quota of a bound of a TPP or a customer in a generation of the sandbox. */
export function quotaOf(takes: CountedBound, id: string, generation: number): TakenQuota {
  return { takes, stream: streams.quota.id(generation, takes, id) };
}

/** One more in a quota. Refuses with CONFLICT when the quota is used up. */
export function takeFrom(
  { takes, stream }: TakenQuota,
  taker: { readonly by: string; readonly at: string },
  found: FoundStreams,
): StreamDecision {
  const { used } = found.stateOf(quotaStream, stream);
  if (used >= sandboxBounds[takes]) return decisionOn(quotaStream, stream, beyond(takes));
  return decisionOn(quotaStream, stream, [{ type: 'QuotaTaken', data: taker }]);
}

/** One less in the quota in which a resource counts, if it counts in one. */
export function returnTo(
  countedIn: string | undefined,
  returner: { readonly by: string; readonly at: string },
): readonly StreamDecision[] {
  if (countedIn === undefined) return [];
  return [decisionOn(quotaStream, countedIn, [{ type: 'QuotaReturned', data: returner }])];
}

/** The quota of a resource, for the streams of a command that removes it. */
export function quotasIn(state: unknown): readonly string[] {
  const { countedIn } = state as { readonly countedIn?: string };
  return countedIn === undefined ? [] : [countedIn];
}
