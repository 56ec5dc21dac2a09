import { randomUUID } from 'node:crypto';
import { EventStore, handleSlice } from '@nordgate/event-store';
import type { Command } from '@nordgate/decider';
import type { Database, SliceItem } from '@nordgate/event-store';
import { counter, pay, text } from './counter.js';
import type { Comparison } from './rounds.js';

const sliceSize = 100;
const roundMs = 1500;

/** Group commit of slices against one transaction per command, both load and append in two trips. */
export function groupCommitBench(database: Database): Comparison {
  const store = new EventStore(database, [counter]);
  return {
    name: `group commit of ${String(sliceSize)}-command slices`,
    target: 4,
    against: 'one command per transaction (load + one function), best of 1, 4 and 8 in flight',
    ours: () => ratePerSecond(sliceSize, () => runSlice(store, sliceSize), 1),
    baseline: async () => {
      const rates = [];
      for (const inFlight of [1, 4, 8]) {
        rates.push(await ratePerSecond(1, () => runSlice(store, 1), inFlight));
      }
      return Math.max(...rates);
    },
  };
}

/** The rows per second of the same slices against a plain 100-row insert into the event table. */
export function batchAppendBench(database: Database): Comparison {
  const store = new EventStore(database, [counter]);
  return {
    name: 'batch append with inbox and view, 100 commands',
    target: 0.3,
    against: 'a plain 100-row insert into the event table',
    ours: () => ratePerSecond(sliceSize, () => appendOnly(store), 1),
    baseline: () => plainInserts(database),
  };
}

function commandOf(stream: string): Command {
  return {
    id: randomUUID(),
    type: 'Pay',
    stream,
    data: {},
    meta: { at: '2026-11-20T10:00:00Z', actor: 'bench' },
  };
}

async function runSlice(store: EventStore, size: number): Promise<void> {
  const items = Array.from({ length: size }, (): SliceItem => {
    const stream = `bench-${randomUUID()}`;
    const source = { topic: 'bench', partition: 0, offset: '0', payload: '', headers: {} };
    return { key: stream, commands: [commandOf(stream)], source };
  });
  await handleSlice({
    store,
    consumer: 'bench',
    items,
    execute: pay,
  });
}

async function appendOnly(store: EventStore): Promise<void> {
  const ids = Array.from({ length: sliceSize }, () => randomUUID());
  const meta = { commandId: 'x', actor: 'bench', requestedAt: '2026-11-20T10:00:00Z' };
  const refused = await store.append({
    consumer: 'bench',
    streams: ids.map((id, group) => ({
      streamId: `bench-${id}`,
      streamType: 'bench',
      expected: 0,
      events: [{ type: 'Paid', schemaVersion: 1, data: { amount: '1.00', text }, meta }],
      stateVersion: 1,
      state: { paid: 1, last: text },
      take: [],
      release: [],
      group,
    })),
    inbox: ids.map((id) => ({ messageId: id, streamId: `bench-${id}` })),
    rows: [],
  });
  if (refused.length > 0) throw new Error('the bench append was refused');
}

/** The rows per second of plain 100-row inserts into the event table. */
export function plainInserts(database: Database): Promise<number> {
  return ratePerSecond(sliceSize, () => plainInsert(database), 1);
}

async function plainInsert(database: Database): Promise<void> {
  const ids = Array.from({ length: sliceSize }, () => randomUUID());
  await database.pool.query({
    name: 'bench.plain-insert',
    text: `insert into es.event (stream_id, version, id, type, schema_version, data, meta)
      select s, 1, i, 'Paid', 1, d, m from unnest($1::text[], $2::uuid[], $3::json[], $4::json[]) as e(s, i, d, m)`,
    values: [
      ids.map((id) => `plain-${id}`),
      ids,
      ids.map(() => JSON.stringify({ amount: '1.00', text })),
      ids.map(() => JSON.stringify({ commandId: 'x', actor: 'bench' })),
    ],
  });
}

async function ratePerSecond(
  size: number,
  operation: () => Promise<void>,
  inFlight: number,
): Promise<number> {
  const started = performance.now();
  let done = 0;
  const worker = async () => {
    while (performance.now() - started < roundMs) {
      await operation();
      done += size;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return done / ((performance.now() - started) / 1000);
}
