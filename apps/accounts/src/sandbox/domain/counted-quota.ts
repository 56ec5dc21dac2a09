import { sandboxBounds, streams } from '@nordgate/contracts/rules';
import type { SandboxBound } from '@nordgate/contracts/rules';
import { decisionOn, refuse } from '@nordgate/decider';
import type { FoundStreams, Refusal, StreamDecision } from '@nordgate/decider';
import { quotaStream } from '../../domain/quota.js';

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
