import { beginningsOf, defined, evolveAny, upcast } from '@nordgate/decider';
import type { AnyStreamType, DomainEvent, RowWrite } from '@nordgate/decider';
import { inTransaction } from '../sql/in-transaction.js';
import { appendStreams } from '../write/append.js';
import type { StreamWrite } from '../write/append.js';
import { claimChanges } from '../write/collect-write.js';
import type { EventStore } from '../write/event-store.js';
import type { StreamState } from '../write/root.js';
import { rowStatements } from '../write/row-upsert.js';
import { StreamGroups } from '../write/stream-groups.js';
import { storedState } from '../write/stream-types.js';
import { beginAt, buryLeftOut } from './left-out.js';
import type { LeftOut } from '../export/export-part.js';
import {
  archivedAmong,
  isReadable,
  newEvent,
  placeOf,
  storedIds,
  writeIdentities,
} from './published-event.js';
import type { PublishedEvent, ReadableEvent } from './published-event.js';
import { CutCommands, wholeCommands } from './whole-commands.js';

/** What an import did. A stream with a fault keeps the events that it had. */
export interface ImportReport {
  readonly imported: number;
  /** Events that the store had already, and repeats of the topic. */
  readonly known: number;
  /** Events of streams that were deleted after their retention. */
  readonly deleted: number;
  /** Tombstones of streams that a rewritten export has left out. */
  readonly buried: number;
  /** Streams that have another event than the topic, with the first such version. */
  readonly forks: ReadonlyMap<string, number>;
  /** Streams whose next event was not among the imported ones, with the version that is missing. */
  readonly gaps: ReadonlyMap<string, number>;
  /** Streams whose claim another stream holds. */
  readonly refused: readonly string[];
  /** Streams whose last event belongs to a command that was published in part. The command has to be decided again. */
  readonly incomplete: readonly string[];
}

/** The rows that are written with an event of a stream, in the form of this release. */
export type RestoredRows = (streamId: string, event: DomainEvent) => readonly RowWrite[];

/** A stream with the published events that follow on those of the store. */
interface ContinuedStream extends StreamState {
  readonly streamId: string;
  /** The state at the load. */
  readonly before: unknown;
  readonly events: readonly ReadableEvent[];
  readonly rows: readonly RowWrite[];
  /** From the first event of a blocked command on. */
  readonly held: readonly PublishedEvent[];
  readonly known: number;
  /** The last version at which topic and store agree. */
  readonly agreed: number;
  readonly fork?: number;
  /** The highest version that could not follow, because one before it is missing. */
  readonly skipped: number;
  /** The version before an event that forgets all earlier ones, where those are missing. */
  readonly beginsAfter?: number;
}

/**
 * Writes the events of a topic into a store that is older than the topic: with their ids and times, the views folded
 * again, and their commands noted as handled (docs/adr/0045). A command that wrote several streams is written as a whole or
 * not at all. Nobody else may write to the database meanwhile. Events that the store has change nothing, so an import may
 * be stopped and run again.
 */
export class EventImport {
  /** Events that wait: for a claim of another stream, or for the other events of their command. */
  private readonly waiting = new Map<string, readonly PublishedEvent[]>();
  private readonly refused = new Set<string>();
  /** When the topic has two events of one version, the first one counts: other services took that one. */
  private readonly agreed = new Map<string, number>();
  private readonly forks = new Map<string, number>();
  private readonly gaps = new Map<string, { readonly missing: number; readonly highest: number }>();
  private readonly counts = { imported: 0, known: 0, deleted: 0, buried: 0 };
  private readonly cut = new CutCommands();

  /** @param consumer the inbox of the service's commands */
  constructor(
    private readonly store: EventStore,
    private readonly consumer: string,
    private readonly rowsOf: RestoredRows = () => [],
  ) {}

  /**
   * Takes what a rewritten part of an export has left out, before the events of the part: tombstones of deleted streams, and commands
   * of which only some events are left (ADR 75). Errors of the driver pass through.
   */
  async leave({ tombstones, commands }: LeftOut): Promise<void> {
    this.cut.add(commands);
    const { buried, cut } = await buryLeftOut(this.store.database.pool, tombstones);
    this.counts.buried += buried;
    for (const { streamId, version, last } of cut) {
      this.gaps.set(streamId, { missing: version + 1, highest: last });
    }
  }

  /**
   * Imports events, those of a stream in their order.
   *
   * @throws errors of the driver, and for an event or a stream that this release cannot read; nothing of this call is
   *   written then
   */
  async take(events: readonly PublishedEvent[]): Promise<void> {
    const all = [...[...this.waiting.values()].flat(), ...events];
    if (all.length === 0) return;
    const byStream = Map.groupBy(all, ({ streamId }) => streamId);
    const { pool } = this.store.database;
    const ids = await storedIds(pool, all);
    const archived = await archivedAmong(pool, [...byStream.keys()]);
    const { streams } = await this.store.load({
      consumer: this.consumer,
      streams: [...byStream.keys()],
      commandIds: [],
    });
    const open = new Map<string, StreamState>();
    for (const [streamId, published] of byStream) {
      const stream = streams.get(streamId);
      if (stream === undefined || 'error' in stream) throw stream?.error ?? new Error(streamId);
      if (stream.isDeleted === true) this.counts.deleted += published.length;
      else open.set(streamId, stream);
    }
    const continued = wholeCommands(this.cut, (blocked) =>
      [...open].map(([streamId, stream]) =>
        this.continued(streamId, stream, {
          published: byStream.get(streamId) ?? [],
          ids,
          blocked,
          mayLack: archived.has(streamId) || beginningsOf(this.store.types.of(streamId)).length > 0,
        }),
      ),
    );
    const accepted = await this.write(continued.filter(({ events: news }) => news.length > 0));
    this.waiting.clear();
    this.refused.clear();
    for (const stream of continued) this.note(stream, accepted);
  }

  /** Tries the streams again that wait, and reports. Throws as `take`. */
  async finish(): Promise<ImportReport> {
    for (let before = Infinity; this.waiting.size > 0 && this.waiting.size < before;) {
      before = this.waiting.size;
      await this.take([]);
    }
    const { forks, counts, refused, waiting } = this;
    return {
      ...counts,
      forks,
      refused: [...refused],
      gaps: new Map([...this.gaps].map(([streamId, { missing }]) => [streamId, missing])),
      incomplete: [...waiting.keys()].filter((streamId) => !refused.has(streamId)),
    };
  }

  private continued(
    streamId: string,
    { state: before, version: stored }: StreamState,
    { published, ids, blocked, mayLack }: Published,
  ): ContinuedStream {
    const type = this.store.types.of(streamId);
    const found = { events: [] as ReadableEvent[], rows: [] as RowWrite[], known: 0, skipped: 0 };
    let [state, version, agreed] = [before, stored, this.agreed.get(streamId) ?? 0];
    let beginsAfter: number | undefined;
    const isStored = (event: PublishedEvent) =>
      event.id === (ids.get(placeOf(event)) ?? (mayLack ? event.id : undefined));
    const end = () => ({
      ...found,
      streamId,
      before,
      state,
      version,
      agreed,
      ...defined({ beginsAfter }),
    });
    for (const [at, event] of published.entries()) {
      if (this.forks.has(streamId)) break;
      if (beginsAgain(type, event, version)) {
        // What precedes the gap is written first.
        if (found.events.length > 0) return { ...end(), held: published.slice(at) };
        [state, version, beginsAfter] = [type.initial, event.version - 1, event.version - 1];
      }
      if (event.version <= version) {
        if (event.version > agreed && !isStored(event))
          return { ...end(), held: [], fork: event.version };
        agreed = Math.max(agreed, event.version);
        found.known += 1;
      } else if (event.version > version + 1 || !isReadable(event)) {
        found.skipped = Math.max(found.skipped, event.version);
      } else {
        if (blocked.has(event.commandId)) return { ...end(), held: published.slice(at) };
        const lifted = liftedBy(() => upcast(type, event), event);
        state = liftedBy(() => evolveAny(type, state, lifted), event);
        agreed = version += 1;
        found.events.push(event);
        found.rows.push(...this.rowsOf(streamId, lifted));
      }
    }
    return { ...end(), held: [] };
  }

  /** @returns the streams that were written */
  private async write(streams: readonly ContinuedStream[]): Promise<ReadonlySet<ContinuedStream>> {
    if (streams.length === 0) return new Set();
    const groups = new StreamGroups();
    for (const { streamId, events } of streams) {
      for (const { commandId } of events) groups.tie(commandId, [streamId]);
    }
    return inTransaction(this.store.database.pool, async (client) => {
      const beginnings = streams.flatMap(({ streamId, beginsAfter: version }) =>
        version === undefined
          ? []
          : [{ streamId, streamType: this.store.types.of(streamId), version }],
      );
      await beginAt(client, beginnings);
      const refusals = await appendStreams(client, {
        consumer: this.consumer,
        inbox: [],
        rows: [],
        streams: streams.map((stream) =>
          this.streamWrite(stream, groups.numberOf(stream.streamId)),
        ),
      });
      const refused = new Set(refusals.map(({ streamId }) => streamId));
      const accepted = streams.filter(({ streamId }) => !refused.has(streamId));
      const events = accepted.flatMap((stream) => stream.events);
      await writeIdentities(client, this.consumer, events);
      for (const { name, text, values } of rowStatements(accepted.flatMap(({ rows }) => rows))) {
        await client.query({ name, text, values: [...values] });
      }
      return new Set(accepted);
    });
  }

  private note(stream: ContinuedStream, accepted: ReadonlySet<ContinuedStream>): void {
    const { streamId, events, held, known, agreed, fork, skipped, version } = stream;
    this.counts.known += known;
    if (fork !== undefined) this.forks.set(streamId, fork);
    if (events.length > 0 && !accepted.has(stream)) {
      this.refused.add(streamId);
      this.waiting.set(streamId, [...events, ...held]);
      return;
    }
    this.counts.imported += events.length;
    this.agreed.set(streamId, agreed);
    if (held.length > 0) this.waiting.set(streamId, held);
    const highest = Math.max(skipped, this.gaps.get(streamId)?.highest ?? 0);
    if (highest > version) this.gaps.set(streamId, { missing: version + 1, highest });
    else this.gaps.delete(streamId);
  }

  private streamWrite(
    { streamId, before, state, version, events }: ContinuedStream,
    group: number,
  ): StreamWrite {
    const type = this.store.types.of(streamId);
    return {
      streamId,
      streamType: type.name,
      expected: version - events.length,
      group,
      ...storedState(type, state),
      ...claimChanges(type, before, state),
      events: events.map(newEvent),
    };
  }
}

/** Events of a stream on the topic, the ids of the stored events at their places, and the commands that may not be written. */
interface Published {
  readonly published: readonly PublishedEvent[];
  readonly ids: ReadonlyMap<string, string>;
  readonly blocked: ReadonlySet<string>;
  /** Events that the store has no longer are in the archive, or were forgotten. */
  readonly mayLack: boolean;
}

/** @throws Error with the place of the event in its message */
function liftedBy<Result>(act: () => Result, event: PublishedEvent): Result {
  try {
    return act();
  } catch (cause) {
    throw new Error(`${placeOf(event)} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** What was before an event that forgets, or that carries forward, is deleted, so a stream goes on there. */
const beginsAgain = (type: AnyStreamType, event: PublishedEvent, version: number): boolean =>
  beginningsOf(type).includes(event.type) && event.version > version + 1 && isReadable(event);
