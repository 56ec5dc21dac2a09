import { channel } from 'node:diagnostics_channel';
import type { Claim, Command, DomainEvent, Facts } from '../decider.js';
import type { StreamDecision } from '../decider-table.js';

/** A decision that a test has made, with all that its decider used. */
export interface TestedDecision {
  readonly command: Command;
  /** The streams that it used or wrote, with the events before it. */
  readonly given: readonly { readonly stream: string; readonly events: readonly DomainEvent[] }[];
  /** The other streams of a command over many streams; undefined for one over its own stream. */
  readonly found: readonly string[] | undefined;
  readonly claims: readonly { readonly claim: Claim; readonly holder: string | undefined }[];
  readonly decisions: readonly Pick<StreamDecision, 'stream' | 'decision'>[];
}

/** Where the record of a release listens to tests (`TestedDecision`). */
export const testedDecisionsChannel = channel('nordgate.tested-decisions');

/** The same facts, with each answer noted. */
export function notedFacts(facts: Facts): {
  readonly facts: Facts;
  readonly claims: TestedDecision['claims'];
} {
  const claims: TestedDecision['claims'][number][] = [];
  const holderOf = (claim: Claim) => {
    const holder = facts.holderOf(claim);
    claims.push({ claim, holder });
    return holder;
  };
  return { facts: { holderOf }, claims };
}

/** Publishes a decision of a test; without a listener this does nothing. */
export function publishTested(decision: TestedDecision): void {
  testedDecisionsChannel.publish(decision);
}
