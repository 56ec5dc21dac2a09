import type { Claim } from '@nordgate/decider';
import { claimText } from '@nordgate/decider';

/** Who holds a claim, and whether that rests on a write of this very slice. */
export interface Holding {
  readonly streamId: string | undefined;
  /** The stream of this slice whose pending events decide it. */
  readonly restsOn?: string;
}

/** The claims that a slice knows of: those stored when it was loaded, and those of its own streams. */
export class ClaimBook {
  readonly #stored: ReadonlyMap<string, string>;
  readonly #holders = new Map<string, string>();
  readonly #claims = new Map<string, readonly string[]>();
  readonly #changed = new Set<string>();

  /** `stored` maps `claimText` to the holding stream. */
  constructor(stored: ReadonlyMap<string, string>) {
    this.#stored = stored;
  }

  /** Notes what a stream of this slice claims as it was loaded. */
  loaded(streamId: string, claims: readonly Claim[]): void {
    this.#note(streamId, claims);
  }

  /** Notes what a stream claims after `pending` undone writes, none of them when it was reset. */
  update(streamId: string, claims: readonly Claim[], pending: boolean): void {
    if (pending) this.#changed.add(streamId);
    else this.#changed.delete(streamId);
    this.#note(streamId, claims);
  }

  /** Who holds the claim as far as this slice can see. */
  holderOf(claim: Claim): Holding {
    const text = claimText(claim);
    const own = this.#holders.get(text);
    if (own !== undefined) return this.#holding(own, own);
    const stored = this.#stored.get(text);
    if (stored === undefined) return { streamId: undefined };
    // A stream of this slice that no longer claims it is about to release it.
    return this.#claims.has(stored) ? this.#holding(undefined, stored) : { streamId: stored };
  }

  #holding(streamId: string | undefined, decidedBy: string): Holding {
    return this.#changed.has(decidedBy) ? { streamId, restsOn: decidedBy } : { streamId };
  }

  #note(streamId: string, claims: readonly Claim[]): void {
    for (const text of this.#claims.get(streamId) ?? []) {
      if (this.#holders.get(text) === streamId) this.#holders.delete(text);
    }
    const texts = claims.map(claimText);
    this.#claims.set(streamId, texts);
    for (const text of texts) if (!this.#holders.has(text)) this.#holders.set(text, streamId);
  }
}
