import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStore, handleSlice } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { KafkaBus } from '@nordgate/messaging/kafka';
import { createLog } from '@nordgate/telemetry';
import { counter, pay } from '../counter.js';
import type { Comparison } from '../rounds.js';
import { plainKafka, plainProducer } from './bench-topic.js';

const topic = 'accounts.events.v1';
const eventsPerRound = 20_000;
const pageSize = 1000;
const log = createLog({ app: 'bench', level: 'silent' });

/** The relay of a backlog against a bare index scan with produce requests of the same size. */
export async function relayBench(
  brokers: readonly string[],
  database: Database,
): Promise<Comparison> {
  await fill(database, eventsPerRound);
  return {
    name: `relay of a backlog of ${String(eventsPerRound)} events`,
    target: 0.3,
    against: `an indexed scan by pages of ${String(pageSize)} plus produce, nothing kept`,
    ours: () => drain(brokers, database),
    baseline: () => scanAndProduce(brokers, database),
  };
}

async function fill(database: Database, count: number): Promise<void> {
  const store = new EventStore(database, [counter]);
  const sliceSize = 100;
  for (let done = 0; done < count; done += sliceSize) {
    const items = Array.from({ length: sliceSize }, () => {
      const stream = `bench-${randomUUID()}`;
      const meta = { at: '2026-11-20T10:00:00Z', actor: 'bench' };
      const command = { id: randomUUID(), type: 'Pay', stream, data: {}, meta };
      const source = { topic, partition: 0, offset: '0', payload: '', headers: {} };
      return { key: stream, commands: [command], source };
    });
    await handleSlice({ store, consumer: 'bench', items, execute: pay });
  }
  await database.pool.query('vacuum analyze es.event');
}

async function countOf(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::int as count from es.event',
  );
  return rows[0]?.count ?? 0;
}

/** From the start of the relay to its checkpoint behind the last event. */
async function drain(brokers: readonly string[], database: Database): Promise<number> {
  await database.pool.query(`delete from es.checkpoint where name = 'relay'`);
  const count = await countOf(database);
  const bus = new KafkaBus({ settings: { brokers, clientId: 'bench' }, log });
  const started = performance.now();
  bus.publishEvents(topic, database, [counter]);
  try {
    while (!(await isDrained(database))) await pause(5);
    return count / ((performance.now() - started) / 1000);
  } finally {
    await bus.close();
  }
}

async function isDrained(database: Database): Promise<boolean> {
  const { rows } = await database.pool.query<{ drained: boolean }>(
    `select prev::text <> '3:3:' and cur is null as drained from es.checkpoint where name = 'relay'`,
  );
  return rows[0]?.drained === true;
}

async function scanAndProduce(brokers: readonly string[], database: Database): Promise<number> {
  const producer = await plainProducer(plainKafka(brokers));
  const started = performance.now();
  let after = ['0', '0'];
  let count = 0;
  for (;;) {
    const { rows } = await database.pool.query<Record<string, string>>({
      name: 'bench.scan',
      text: `select tx::text as tid, position, stream_id, version, type, data::text as body from es.event
              where (tx, position) > ($1::xid8, $2) order by tx, position limit ${String(pageSize)}`,
      values: after,
    });
    const last = rows.at(-1);
    if (last === undefined) break;
    after = [last['tid'] ?? '', last['position'] ?? ''];
    await producer.send({
      topic,
      acks: -1,
      messages: rows.map(({ stream_id = '', body = '', type = '', version = '' }) => ({
        key: stream_id,
        value: body,
        headers: { ce_type: type, 'nordgate-version': version },
      })),
    });
    count += rows.length;
  }
  const rate = count / ((performance.now() - started) / 1000);
  await producer.disconnect();
  return rate;
}
