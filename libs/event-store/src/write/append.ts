import type { Claim, RowWrite } from '@nordgate/decider';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../sql/in-transaction.js';
import { UnstorableError } from '../sql/store-errors.js';
import { requireStorableSizes } from './event-size.js';
import { isPlainJson, shortMeta } from './short-meta.js';
import { rowStatements } from './row-upsert.js';
import type { RowStatement } from './row-upsert.js';
import type { EventMeta } from './stored-event.js';

/** An event before it is stored, in the form that this release writes. */
export interface NewEvent {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: unknown;
  readonly meta: EventMeta;
}

/** What is appended to one stream. */
export interface StreamWrite {
  readonly streamId: string;
  readonly streamType: string;
  /** The version that the stream must have now; 0 for a new stream. */
  readonly expected: number;
  readonly events: readonly NewEvent[];
  /** The folded state after these events, and the version of its form. */
  readonly state: unknown;
  readonly stateVersion: number;
  readonly take: readonly Claim[];
  readonly release: readonly Claim[];
  /** Streams of one group are written together or not at all. A stream alone has its own number. */
  readonly group: number;
}

/** A row that is written unless one of these streams is refused. */
export interface PendingRow extends RowWrite {
  readonly after: readonly string[];
}

/** Everything that one transaction writes. */
export interface AppendWrite {
  /** The owner of the inbox. */
  readonly consumer: string;
  readonly streams: readonly StreamWrite[];
  /** Handled command ids, each with a stream that it wrote to. */
  readonly inbox: readonly { readonly messageId: string; readonly streamId: string }[];
  readonly rows: readonly PendingRow[];
  /**
   * Keys of messages that were decided without a check for earlier parked messages of their key. When
   * one of these keys has a parked message, nothing is written and the append fails with SQLSTATE
   * 40001, however often it is repeated. Only with streams to write.
   */
  readonly uncheckedKeys?: readonly string[];
}

/** A stream that was not written, though others of the call may have been. */
export interface RefusedStream {
  readonly streamId: string;
  /**
   * `version`: the stream does not have the expected version. `claim`: another stream holds the claim.
   * `group`: another stream of the group was refused.
   */
  readonly reason: 'version' | 'claim' | 'group';
  readonly claim?: Claim;
  /** The stream that holds the claim. */
  readonly holder?: string;
}

/** Prepared once per connection. The parameters of both are arrays, see `append-slice.v1.sql`. */
const appendStatement = {
  name: 'es.append_slice',
  text: `select stream_id, reason, scope, key, holder from es.append_slice(
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)`,
};
const appendUncheckedStatement = {
  name: 'es.append_unasked',
  text: `select stream_id, reason, scope, key, holder from es.append_unasked(
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)`,
};

interface RefusalRow {
  readonly stream_id: string;
  readonly reason: RefusedStream['reason'];
  readonly scope: string | null;
  readonly key: string | null;
  readonly holder: string | null;
}

/**
 * Writes everything in one transaction, except refused streams, their groups and the rows that depend
 * on them.
 *
 * @returns the refused streams
 * @throws errors of the driver, UnstorableError, and EventTooLargeError for an event that no message of
 *   the topic is sure to hold; nothing is written then
 */
export async function appendAll(pool: Pool, write: AppendWrite): Promise<RefusedStream[]> {
  // A single statement is a transaction by itself: no BEGIN and COMMIT.
  if (write.rows.length === 0) return appendStreams(pool, write);
  if (write.streams.length === 0) {
    const [only, ...others] = rowStatements(write.rows);
    if (only && others.length === 0) {
      await runRows(pool, only);
      return [];
    }
  }
  return inTransaction(pool, async (client) => {
    const refused = await appendStreams(client, write);
    const refusedIds = new Set(refused.map(({ streamId }) => streamId));
    const rows = write.rows.filter(({ after }) => !after.some((id) => refusedIds.has(id)));
    for (const statement of rowStatements(rows)) await runRows(client, statement);
    return refused;
  });
}

/** Writes the streams, events, claims and inbox ids in one statement; returns the refused streams. */
export async function appendStreams(
  connection: Pool | PoolClient,
  write: AppendWrite,
): Promise<RefusedStream[]> {
  if (write.streams.length === 0) return [];
  const { uncheckedKeys } = write;
  const values = appendParameters(write);
  const { rows } = await connection.query<RefusalRow>(
    uncheckedKeys === undefined
      ? { ...appendStatement, values }
      : { ...appendUncheckedStatement, values: [...values, uncheckedKeys] },
  );
  return rows.map(({ stream_id, reason, scope, key, holder }) => ({
    streamId: stream_id,
    reason,
    ...(scope !== null && key !== null && { claim: { scope, key } }),
    ...(holder !== null && { holder }),
  }));
}

async function runRows(
  connection: Pool | PoolClient,
  { name, text, values }: RowStatement,
): Promise<void> {
  await connection.query({ name, text, values: [...values] });
}

/** The parameters of `es.append_slice`: columns of streams, events, claims and inbox ids. */
function appendParameters({ consumer, streams, inbox }: AppendWrite): unknown[] {
  const index = new Map(streams.map(({ streamId }, at) => [streamId, at + 1]));
  if (index.size !== streams.length) throw new Error('a stream comes twice in one append');
  const events = streams.flatMap(({ streamId, events, expected }, at) =>
    events.map((event, nth) => ({
      ...event,
      streamId,
      stream: at + 1,
      version: expected + nth + 1,
    })),
  );
  const data = jsonColumn(events.map((event) => event.data));
  requireStorableSizes(streams, data);
  const isPlain = isPlainJson(data);
  const claims = (of: 'take' | 'release'): { stream: number; claim: Claim }[] =>
    streams.flatMap((stream, at) => stream[of].map((claim) => ({ stream: at + 1, claim })));
  return [
    consumer,
    streams.map(({ streamId }) => streamId),
    streams.map(({ streamType }) => streamType),
    streams.map(({ expected }) => expected),
    streams.map(({ expected, events }) => expected + events.length),
    streams.map(({ stateVersion }) => stateVersion),
    jsonColumn(streams.map(({ state }) => state)),
    streams.map(({ group }) => group),
    events.map(({ stream }) => stream),
    events.map(({ version }) => version),
    events.map(({ type }) => type),
    events.map(({ schemaVersion }) => schemaVersion),
    data,
    jsonColumn(events.map((event) => shortMeta(event, isPlain))),
    ...claimColumns(claims('take')),
    ...claimColumns(claims('release')),
    inbox.map(({ streamId }) => index.get(streamId)),
    inbox.map(({ messageId }) => messageId),
  ];
}

function claimColumns(claims: readonly { stream: number; claim: Claim }[]): unknown[] {
  return [
    claims.map(({ stream }) => stream),
    claims.map(({ claim }) => claim.scope),
    claims.map(({ claim }) => claim.key),
  ];
}

/** All values of a column as one JSON array. Throws UnstorableError for a value without JSON form. */
function jsonColumn(values: readonly unknown[]): string {
  if (values.includes(undefined)) throw new UnstorableError('undefined has no JSON form');
  try {
    return JSON.stringify(values);
  } catch (cause) {
    throw new UnstorableError('a value has no JSON form', { cause });
  }
}
