import { defined, evolveAny, upcast } from '@nordgate/decider';
import type { DomainEvent, RowWrite } from '@nordgate/decider';
import { inTransaction } from '../sql/in-transaction.js';
import { appendStreams } from '../write/append.js';
import type { NewEvent, StreamWrite } from '../write/append.js';
import { claimChanges } from '../write/collect-write.js';
import type { EventStore } from '../write/event-store.js';
import { rowStatements } from '../write/row-upsert.js';
import type { StreamState } from '../write/root.js';
import { placeOf, storedIds, writeIdentities } from './published-event.js';
import type { PublishedEvent } from './published-event.js';

/** What an import did. A stream with a fault keeps the events that it had. */
export interface ImportReport {
  readonly imported: number;
  /** Events that the store had already, and repeats of the topic. */
  readonly known: number;
  /** Events of streams that were deleted after their retention. */
  readonly deleted: number;
  /** Streams that have another event than the topic, with the first such version. */
  readonly forks: ReadonlyMap<string, number>;
  /** Streams whose next event was not among the imported ones, with the version that is missing. */
  readonly gaps: ReadonlyMap<string, number>;
  /** Streams whose claim another stream holds. */
  readonly refused: readonly string[];
}

interface ImportedStream extends StreamState {
  readonly streamId: string;
  /** The state at the load. */
  readonly before: unknown;
  readonly events: readonly PublishedEvent[];
  readonly rows: readonly RowWrite[];
}

/** The rows that are written with an event of a stream, in the form of this release. */
export type RestoredRows = (streamId: string, event: DomainEvent) => readonly RowWrite[];

/** The topic does not name who acted. */
const actor = 'restored';

/**
 * Writes the events of a topic into a store that is older than the topic: with their ids and times, the views folded
 * again, and their commands noted as handled (docs/adr/0045). Nobody else may write to the database meanwhile. Events
 * that the store has change nothing, so an import may be stopped and run again.
 */
export class EventImport {
  /** Events of streams that wait until another stream releases a claim. */
  private readonly waiting = new Map<string, readonly PublishedEvent[]>();
  /**
   * The last version of a stream at which topic and store agree. When the topic has two events of one version, the first
   * one counts: other services took that one.
   */
  private readonly agreed = new Map<string, number>();
  private readonly forks = new Map<string, number>();
  private readonly gaps = new Map<string, number>();
  private readonly counts = { imported: 0, known: 0, deleted: 0 };

  /** @param consumer the inbox of the service's commands */
  constructor(
    private readonly store: EventStore,
    private readonly consumer: string,
    private readonly rowsOf: RestoredRows = () => [],
  ) {}

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
    const ids = await storedIds(this.store.database.pool, all);
    const { streams } = await this.store.load({
      ...{ consumer: this.consumer, streams: [...byStream.keys()], commandIds: [] },
    });
    const writes: ImportedStream[] = [];
    for (const [streamId, published] of byStream) {
      const stream = streams.get(streamId);
      if (stream === undefined || 'error' in stream) throw stream?.error ?? new Error(streamId);
      if (stream.isDeleted === true) this.counts.deleted += published.length;
      else writes.push(this.continued(streamId, stream, { published, ids }));
    }
    await this.write(writes.filter((write) => write.events.length > 0));
  }

  /** Tries the streams again that wait for a claim, and reports. Throws as `take`. */
  async finish(): Promise<ImportReport> {
    for (let before = Infinity; this.waiting.size > 0 && this.waiting.size < before;) {
      before = this.waiting.size;
      await this.take([]);
    }
    const { forks, gaps, counts, waiting } = this;
    return { ...counts, forks, gaps, refused: [...waiting.keys()] };
  }

  /** A stream with the published events that follow on those of the store. */
  private continued(
    streamId: string,
    { state: before, version: stored }: StreamState,
    { published, ids }: Published,
  ): ImportedStream {
    const type = this.store.types.of(streamId);
    const events: PublishedEvent[] = [];
    const rows: RowWrite[] = [];
    let [state, version] = [before, stored];
    for (const event of published) {
      if (this.forks.has(streamId)) break;
      const isKnown = event.version <= version;
      if (isKnown && !this.agrees(event, ids)) this.forks.set(streamId, event.version);
      else if (isKnown) this.counts.known += 1;
      else if (event.version > version + 1) this.gaps.set(streamId, version + 1);
      else {
        const lifted = upcast(type, event);
        state = evolveAny(type, state, lifted);
        version += 1;
        events.push(event);
        rows.push(...this.rowsOf(streamId, lifted));
        this.agreed.set(streamId, version);
        this.gaps.delete(streamId);
      }
    }
    return { streamId, before, state, version, events, rows };
  }

  private agrees(event: PublishedEvent, ids: Published['ids']): boolean {
    const { streamId, version, id } = event;
    if (version <= (this.agreed.get(streamId) ?? 0)) return true;
    if (ids.get(placeOf(event)) !== id) return false;
    this.agreed.set(streamId, version);
    return true;
  }

  private async write(streams: readonly ImportedStream[]): Promise<void> {
    if (streams.length === 0) return;
    const written = await inTransaction(this.store.database.pool, async (client) => {
      const refusals = await appendStreams(client, {
        ...{ consumer: this.consumer, inbox: [], rows: [] },
        streams: streams.map((stream, group) => this.streamWrite(stream, group)),
      });
      const refused = new Set(refusals.map(({ streamId }) => streamId));
      const accepted = streams.filter(({ streamId }) => !refused.has(streamId));
      await writeIdentities(
        client,
        this.consumer,
        accepted.flatMap(({ events }) => events),
      );
      for (const { name, text, values } of rowStatements(accepted.flatMap(({ rows }) => rows))) {
        await client.query({ name, text, values: [...values] });
      }
      return new Set(accepted);
    });
    this.waiting.clear();
    for (const stream of streams) {
      if (written.has(stream)) this.counts.imported += stream.events.length;
      else this.waiting.set(stream.streamId, stream.events);
    }
  }

  private streamWrite(
    { streamId, before, state, version, events }: ImportedStream,
    group: number,
  ): StreamWrite {
    const type = this.store.types.of(streamId);
    return {
      ...{ streamId, streamType: type.name, expected: version - events.length, state, group },
      stateVersion: type.stateVersion,
      ...claimChanges(type, before, state),
      events: events.map(newEvent),
    };
  }
}

/** Events of a stream on the topic, and the ids of the stored events at their places. */
interface Published {
  readonly published: readonly PublishedEvent[];
  readonly ids: ReadonlyMap<string, string>;
}

function newEvent({ type, schemaVersion, data, ...event }: PublishedEvent): NewEvent {
  const { commandId, at, traceparent, tracestate } = event;
  const meta = { commandId, actor, requestedAt: at, ...defined({ traceparent, tracestate }) };
  return { type, schemaVersion, data, meta };
}
