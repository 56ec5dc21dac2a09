import type { Claim } from '@nordgate/decider';
import { claimText } from '@nordgate/decider';

/** The holder of a claim, and whether that depends on a write of this slice. */
export interface Holding {
  readonly streamId: string | undefined;
  /** The stream of this slice whose unwritten events decide it. */
  readonly restsOn?: string;
}

/** The claims that a slice knows: those stored when it was loaded, and those of the loaded streams. */
export class ClaimBook {
  readonly #stored: ReadonlyMap<string, string>;
  readonly #holders = new Map<string, string>();
  readonly #claims = new Map<string, readonly string[]>();
  readonly #changed = new Set<string>();

  /** `stored` maps `claimText` to the holding stream. */
  constructor(stored: ReadonlyMap<string, string>) {
    this.#stored = stored;
  }

  /** Records the claims of a stream of this slice as it was loaded. */
  loaded(streamId: string, claims: readonly Claim[]): void {
    this.#record(streamId, claims);
  }

  /** Records the claims of a stream after a decision; `pending` when it has unwritten events. */
  update(streamId: string, claims: readonly Claim[], pending: boolean): void {
    if (pending) this.#changed.add(streamId);
    else this.#changed.delete(streamId);
    this.#record(streamId, claims);
  }

  /** The holder of the claim as far as this slice can see. */
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

  #record(streamId: string, claims: readonly Claim[]): void {
    for (const text of this.#claims.get(streamId) ?? []) {
      if (this.#holders.get(text) === streamId) this.#holders.delete(text);
    }
    const texts = claims.map(claimText);
    this.#claims.set(streamId, texts);
    for (const text of texts) if (!this.#holders.has(text)) this.#holders.set(text, streamId);
  }
}
