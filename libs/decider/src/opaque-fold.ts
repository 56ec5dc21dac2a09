import type { Claim, DomainEvent } from './decider.js';
import type { AnyStreamType } from './stream-type.js';

/** One step of a fold whose state is opaque. */
export function evolveAny(type: AnyStreamType, state: unknown, event: DomainEvent): unknown {
  return (type.evolve as (state: unknown, event: DomainEvent) => unknown)(state, event);
}

/** What a stream in this state claims. */
export function claimsOfAny(type: AnyStreamType, state: unknown): readonly Claim[] {
  return (type.claims as ((state: unknown) => readonly Claim[]) | undefined)?.(state) ?? [];
}

/** One text per claim, for sets and maps. */
export function claimText({ scope, key }: Claim): string {
  return `${scope}\u001f${key}`;
}
