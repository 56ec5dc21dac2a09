import { channel } from 'node:diagnostics_channel';
import type { Claim, Command, Decide, DomainEvent, Facts, StreamDecision } from '@nordgate/decider';
import type { Root } from '@nordgate/event-store';

/** A stream that a decision used, as the decider saw it. */
export interface SeenStream {
  readonly stream: string;
  readonly version: number;
  readonly state: unknown;
}

/** The answer of the store about a claim. */
export interface AnsweredClaim {
  readonly claim: Claim;
  readonly holder: string | undefined;
}

/**
 * A decision with all that its decider used. The append may still refuse it: then the command is decided again,
 * and this decision counts for nothing.
 */
export interface MadeDecision {
  readonly command: Command;
  readonly saw: readonly SeenStream[];
  /** The other streams of a command over many streams; undefined for one over its own stream. */
  readonly found: readonly string[] | undefined;
  readonly claims: readonly AnsweredClaim[];
  readonly decisions: readonly Pick<StreamDecision, 'stream' | 'decision'>[];
}

/** Where tools that record decisions listen (`MadeDecision`). Without a listener a decision costs one look. */
export const decisionsChannel = channel('nordgate.decisions');

/** Notes what one decision uses. */
export class DecisionNotes {
  readonly #saw = new Map<string, SeenStream>();
  readonly #claims: AnsweredClaim[] = [];

  /** The notes of a new decision; undefined where nobody listens. */
  static begin(): DecisionNotes | undefined {
    return decisionsChannel.hasSubscribers ? new DecisionNotes() : undefined;
  }

  /** Notes a stream as it is before the decision. */
  see({ streamId: stream, version, state }: Pick<Root, 'streamId' | 'version' | 'state'>): void {
    if (!this.#saw.has(stream)) this.#saw.set(stream, { stream, version, state });
  }

  /** The same facts, with each answer noted. */
  facts(facts: Facts): Facts {
    return {
      holderOf: (claim) => {
        const holder = facts.holderOf(claim);
        this.#claims.push({ claim, holder });
        return holder;
      },
    };
  }

  /** The same decider of one stream, whose decision is published. */
  noting(
    root: Root<unknown, DomainEvent>,
    decide: Decide<Command, unknown, DomainEvent>,
  ): Decide<Command, unknown, DomainEvent> {
    return (command, state, facts) => {
      this.see(root);
      const decision = decide(command, state, this.facts(facts));
      this.publish(command, undefined, [{ stream: root.streamId, decision }]);
      return decision;
    };
  }

  /** Publishes a decision with all that was noted. */
  publish(
    command: Command,
    found: MadeDecision['found'],
    decisions: MadeDecision['decisions'],
  ): void {
    const saw = [...this.#saw.values()];
    const made: MadeDecision = { command, saw, found, claims: this.#claims, decisions };
    decisionsChannel.publish(made);
  }
}
