import { ClaimBook } from './claim-book.js';
import type {
  Claim,
  DomainEvent,
  Facts,
  RowUpsert,
  AnyStreamType,
  StreamType,
} from '@nordgate/decider';
import { InfrastructureError } from './infrastructure-error.js';
import { ItemTrace } from './item-trace.js';
import type { LoadedSlice } from './loaded-slice.js';
import { claimsOfAny } from '@nordgate/decider';
import { Root } from './root.js';
import type { RootHost } from './root.js';
import type { StreamTypes } from './stream-types.js';

/** Loads more streams; called when a handler needs one that was not announced. */
export type LoadMore = (streams: readonly string[]) => Promise<LoadedSlice>;

/**
 * The streams of one slice in memory. Handlers get their roots and push their rows here; the runner
 * of the slice brackets every item and turns the outcome into one append.
 */
export class UnitOfWork implements RootHost {
  readonly facts: Facts = { holderOf: (claim) => this.#holderOf(claim) };
  readonly #types: StreamTypes;
  readonly #loadMore: LoadMore;
  readonly #loaded = new Map<
    string,
    LoadedSlice['streams'] extends ReadonlyMap<string, infer S> ? S : never
  >();
  readonly #roots = new Map<string, Root>();
  readonly #known: Set<string>;
  readonly #claims: ClaimBook;
  readonly #traces: ItemTrace[] = [];
  #item: ItemTrace | undefined;

  constructor(loaded: LoadedSlice, types: StreamTypes, loadMore: LoadMore) {
    this.#types = types;
    this.#loadMore = loadMore;
    this.#known = new Set(loaded.known);
    this.#claims = new ClaimBook(loaded.claims);
    this.#add(loaded);
  }

  /**
   * The root of a loaded stream; its state includes what earlier commands of the slice decided.
   * Throws when the stream is of another type, cannot be read, or is neither announced nor loaded.
   */
  root<State, Event extends DomainEvent>(
    type: StreamType<State, Event>,
    streamId: string,
  ): Root<State, Event> {
    const found = this.#types.of(streamId);
    if (found.name !== type.name) throw new Error(`${streamId} is no ${type.name} stream`);
    const root = this.#roots.get(streamId) ?? this.#open(found, streamId);
    this.#item?.touch(root);
    return root as unknown as Root<State, Event>;
  }

  /** Loads streams that the item did not announce; costs one more round trip. */
  async load(streams: readonly string[]): Promise<void> {
    const missing = streams.filter((streamId) => !this.#loaded.has(streamId));
    if (missing.length > 0) this.#add(await this.#loadMore(missing));
  }

  /** Collects rows for a table that is written in the append transaction. */
  rows(upsert: RowUpsert): { push: (row: readonly unknown[]) => void } {
    return {
      push: (row) => {
        if (!this.#item) throw new Error('rows are pushed while an item is handled');
        this.#item.rows.push({ upsert, row });
      },
    };
  }

  /** True for a command id of the inbox or of an earlier item of this slice. */
  isKnown(commandId: string): boolean {
    return this.#known.has(commandId);
  }

  /** Called by roots whose state has changed. */
  changed(root: Root): void {
    const claims = claimsOfAny(root.streamType, root.state);
    this.#claims.update(root.streamId, claims, root.pending().length > 0);
  }

  /** Opens the bracket of one item: what follows is done for it. */
  begin(key: string): ItemTrace {
    if (this.#item) throw new InfrastructureError('the items of a slice are handled one by one');
    this.#item = new ItemTrace(key);
    return this.#item;
  }

  /** Keeps what the item decided. */
  keep(): void {
    const item = this.#item;
    this.#item = undefined;
    if (!item) return;
    for (const commandId of item.commandIds()) this.#known.add(commandId);
    this.#traces.push(item);
  }

  /** Forgets what the item decided: it failed. Answers the roots whose unwritten events it saw. */
  forget(): readonly Root[] {
    const item = this.#item;
    this.#item = undefined;
    item?.undo();
    return item?.pendingRoots() ?? [];
  }

  /** The items that were kept, in order. */
  traces(): readonly ItemTrace[] {
    return this.#traces;
  }

  #open(type: AnyStreamType, streamId: string): Root {
    const stream = this.#loaded.get(streamId);
    if (!stream) throw new Error(`${streamId} was not loaded: announce it or await work.load`);
    if ('fault' in stream) throw stream.fault;
    const root = new Root(type, streamId, stream, this);
    this.#roots.set(streamId, root);
    return root;
  }

  #add(loaded: LoadedSlice): void {
    for (const [streamId, stream] of loaded.streams) {
      if (this.#loaded.has(streamId)) continue;
      this.#loaded.set(streamId, stream);
      if ('fault' in stream) continue;
      const claims = claimsOfAny(this.#types.of(streamId), stream.state);
      if (claims.length > 0) this.#claims.loaded(streamId, claims);
    }
  }

  #holderOf(claim: Claim): string | undefined {
    const { streamId, restsOn } = this.#claims.holderOf(claim);
    const decider = restsOn === undefined ? undefined : this.#roots.get(restsOn);
    // Whoever decides on an unwritten claim shares the fate of that write.
    if (decider) this.#item?.touch(decider);
    return streamId;
  }
}
