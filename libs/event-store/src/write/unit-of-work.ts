import { claimsOfAny } from '@nordgate/decider';
import type {
  AnyStreamType,
  Claim,
  DomainEvent,
  Facts,
  RowUpsert,
  RowWrite,
  StreamType,
} from '@nordgate/decider';
import { InfrastructureError } from '../sql/store-errors.js';
import { ClaimBook } from './claim-book.js';
import type { LoadedSlice, UnreadableStream } from './load.js';
import { Root } from './root.js';
import type { RootHost, RootMark, StreamState } from './root.js';
import type { StreamTypes } from './stream-types.js';

/** Loads more streams; called when a handler needs one that its item did not announce. */
export type LoadMore = (streams: readonly string[]) => Promise<LoadedSlice>;

/**
 * The streams of one slice in memory. Handlers get their roots and push their rows here. The round
 * calls `begin` before each item and `keep` or `forget` after it, and turns the traces of the kept
 * items into one append.
 */
export class UnitOfWork implements RootHost {
  readonly facts: Facts = { holderOf: (claim) => this.#holderOf(claim) };
  readonly #types: StreamTypes;
  readonly #loadMore: LoadMore;
  readonly #loaded = new Map<string, StreamState | UnreadableStream>();
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
   * The root of a loaded stream. Its state includes the decisions of earlier commands of the slice.
   * Throws when the stream is of another type, cannot be read, or was neither announced nor loaded.
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

  /**
   * Loads streams that the item did not announce, in one more round trip. Rejects with an
   * InfrastructureError when the database fails.
   */
  async load(streams: readonly string[]): Promise<void> {
    const missing = streams.filter((streamId) => !this.#loaded.has(streamId));
    if (missing.length > 0) this.#add(await this.#loadMore(missing));
  }

  /** Collects rows of a table that is written in the append transaction. */
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

  /** Called by a root whose state has changed. */
  changed(root: Root): void {
    const claims = claimsOfAny(root.streamType, root.state);
    this.#claims.update(root.streamId, claims, root.pending().length > 0);
  }

  /** Starts an item: what handlers do from now on belongs to it. */
  begin(key: string): ItemTrace {
    if (this.#item) throw new InfrastructureError('the items of a slice are handled one by one');
    this.#item = new ItemTrace(key);
    return this.#item;
  }

  /** Ends the item and keeps its decisions. */
  keep(): void {
    const item = this.#item;
    this.#item = undefined;
    if (!item) return;
    for (const commandId of item.commandIds()) this.#known.add(commandId);
    this.#traces.push(item);
  }

  /**
   * Ends a failed item and drops its decisions.
   *
   * @returns the roots with unwritten events of earlier items that the failed item saw
   */
  forget(): readonly Root[] {
    const item = this.#item;
    this.#item = undefined;
    item?.undo();
    return item?.pendingRoots() ?? [];
  }

  /** The kept items, in order. */
  traces(): readonly ItemTrace[] {
    return this.#traces;
  }

  #open(type: AnyStreamType, streamId: string): Root {
    const stream = this.#loaded.get(streamId);
    if (!stream) throw new Error(`${streamId} was not loaded: announce it or await work.load`);
    if ('error' in stream) throw stream.error;
    const root = new Root(type, streamId, stream, this);
    this.#roots.set(streamId, root);
    return root;
  }

  #add(loaded: LoadedSlice): void {
    for (const [streamId, stream] of loaded.streams) {
      if (this.#loaded.has(streamId)) continue;
      this.#loaded.set(streamId, stream);
      if ('error' in stream) continue;
      const claims = claimsOfAny(this.#types.of(streamId), stream.state);
      if (claims.length > 0) this.#claims.loaded(streamId, claims);
    }
  }

  #holderOf(claim: Claim): string | undefined {
    const { streamId, restsOn } = this.#claims.holderOf(claim);
    const decider = restsOn === undefined ? undefined : this.#roots.get(restsOn);
    // A decision that rests on an unwritten claim is refused together with that claim.
    if (decider) this.#item?.touch(decider);
    return streamId;
  }
}

/** The streams that one item touched, where they stood before, and the rows that it writes. */
export class ItemTrace {
  readonly rows: RowWrite[] = [];
  readonly #marks = new Map<Root, RootMark>();

  constructor(readonly key: string) {}

  /** Records that the item depends on this root, and where the root stood before. */
  touch(root: Root): void {
    if (!this.#marks.has(root)) this.#marks.set(root, root.mark());
  }

  /** The roots with unwritten events that this item made or saw. */
  pendingRoots(): Root[] {
    return [...this.#marks.keys()].filter((root) => root.pending().length > 0);
  }

  /** True when the append checks every stream that the item saw, because it writes to each of them. */
  writesAllItSaw(): boolean {
    const saw = [...this.#marks.keys()];
    return saw.length > 0 && saw.every((root) => root.pending().length > 0);
  }

  /** The ids of the commands that caused events within this item. */
  commandIds(): Set<string> {
    const ids = new Set<string>();
    for (const [root, mark] of this.#marks) {
      for (const { command } of root.pending().slice(mark.pending)) ids.add(command.id);
    }
    return ids;
  }

  /** Returns all roots to where they stood before the item. */
  undo(): void {
    for (const [root, mark] of this.#marks) root.reset(mark);
  }
}
