import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '@nordgate/decider';
import { EventImport, EventStore } from '@nordgate/event-store';
import type { PublishedEvent } from '@nordgate/event-store';
import { testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import { accountStream } from '../domain/account.js';
import { ReportedEntries1790000000018 } from '../migrations/18-reported-entries.migration.js';
import { anAccount, day } from '../testing/ledger-commands.js';
import { bookingsSql, readingBookings } from './reported-bookings.rows.js';

const count = 5000;
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('reported_bookings', [ReportedEntries1790000000018]);
  const insert = `
    insert into es.event (stream_id, version, type, schema_version, data, meta)
    select $1, n, $2, 1, json_build_object('entryId', $3 || n, 'postings', json_build_array()), '{}'
      from generate_series(1, $4::int) n`;
  const { pool } = database;
  await pool.query(insert, ['account-a', 'PostingsBooked', 'core-a-', count]);
  await pool.query(insert, ['card-account-b', 'CardPostingsBooked', 'core-card-b-', 1]);
  await pool.query(insert, ['account-c', 'PostingsBooked', 'payment-', 1]);
  await pool.query(insert, ['account-d', 'AmountReserved', 'core-d-', 1]);
  await pool.query('analyze es.event');
});
afterAll(() => database.close());

describe('the bookings of reported entries', () => {
  it('are found by the ids of their entries, those of other entries and reservations are not', async () => {
    const read = readingBookings(database);
    const ids = ['core-a-17', 'core-card-b-1', 'payment-1', 'core-d-1', 'core-a-0'];
    expect(await Promise.all(ids.map(read))).toEqual([
      { type: 'PostingsBooked', data: { entryId: 'core-a-17', postings: [] } },
      { type: 'CardPostingsBooked', data: { entryId: 'core-card-b-1', postings: [] } },
      ...[undefined, undefined, undefined],
    ]);
  });

  it('are found by ids with characters that a form of bytes escapes', async () => {
    const ids = ['core-e-\\', 'core-e-a\\001', 'core-e-ø'];
    for (const [at, entryId] of ids.entries()) {
      await database.pool.query(
        `insert into es.event (stream_id, version, type, schema_version, data, meta)
         values ('account-e', $1, 'PostingsBooked', 1, $2, '{}')`,
        [at + 1, { entryId, postings: [] }],
      );
    }
    const found = await Promise.all(ids.map(readingBookings(database)));
    expect(found.map((one) => one?.data.entryId)).toEqual(ids);
  });

  it('are found after a restore from the topic, which may be repeated', async () => {
    const at = '2026-11-20T12:00:00.000Z';
    const published = (version: number, { type, data }: DomainEvent): PublishedEvent => ({
      ...{ id: randomUUID(), streamId: 'account-r', version, type, schemaVersion: 1, data, at },
      commandId: `account-r@${String(version)}>account-r`,
    });
    const posting = { amount: '-5.00', currency: 'NOK', bookingDate: day, valueDate: day };
    const postings = [{ ...posting, details: {} }];
    const data = { sequence: 1, entryId: 'core-r-e1', postings, at };
    const events = [
      published(1, anAccount('r', { bban: '99991200025' })),
      published(2, { type: 'PostingsBooked', data }),
    ];
    const importing = new EventImport(new EventStore(database, [accountStream]), 'accounts');
    await importing.take(events);
    await importing.take(events);
    expect(await importing.finish()).toMatchObject({ imported: 2, known: 2 });
    const booking = await readingBookings(database)('core-r-e1');
    expect(booking).toEqual({ type: 'PostingsBooked', data });
  });

  it('are read by their index', async () => {
    const keys = ['00000000-0000-0000-0000-000000000000'];
    const { rows } = await database.pool.query(`explain (costs off) ${bookingsSql}`, [keys]);
    expect(JSON.stringify(rows)).toMatch(/Index Scan using event_reported_entry/);
  });

  it('have an index with a short key, not with the id of the entry', async () => {
    const sql = `select pg_relation_size('es.event_reported_entry')::int as bytes`;
    const { rows } = await database.pool.query<{ bytes: number }>(sql);
    expect((rows[0]?.bytes ?? Number.NaN) / count).toBeLessThan(80);
  });
});
