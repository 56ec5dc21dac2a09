import { GetExpiryMoments } from '@nordgate/contracts/queries';
import { testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import { scaMigrations } from '../sca.module.js';
import { GetExpiryMomentsHandler } from './expiry-moments.queries.js';

const tpp = 'PSDNO-FSA-900000001';
const generation = 7;
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('expiry-moments', [...scaMigrations]);
});
beforeEach(() => database.pool.query('truncate es.stream, es.event'));
afterAll(() => database.close());

/** Writes the events of a stream. */
async function write(stream: string, events: readonly (readonly [string, object])[]) {
  await database.pool.query(
    `insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
     values ($1, split_part($1, '-', 1), $2, pg_current_xact_id(), 1, '{}')`,
    [stream, events.length],
  );
  for (const [index, [type, data]] of events.entries()) {
    await database.pool.query(
      `insert into es.event (stream_id, version, type, schema_version, data, meta)
       values ($1, $2, $3, 1, $4, '{}')`,
      [stream, index + 1, type, JSON.stringify({ tpp, ...data })],
    );
  }
}

const hour = (text: string) => `2030-03-01T${text}:00.000Z`;
const session = (from: string, to: string, change: object = {}) =>
  ['SessionCompleted', { at: hour(from), endsAt: hour(to), ...change }] as const;
const until = '2030-08-28T22:00:00.000Z';
const grant = (consentId: string, accounts: readonly string[] = ['a']) =>
  ['AccessGranted', { at: hour('10:00'), consentId, accounts, validUntil: until }] as const;

const moments = (from: string, to: string) =>
  new GetExpiryMomentsHandler(database).execute(new GetExpiryMoments(tpp, generation, from, to));

describe('the moments at which a time is over', () => {
  it('have the last session, and none that another one has replaced before its end', async () => {
    await write('session-one.7', [session('10:00', '11:00'), session('10:30', '11:30')]);
    expect(await moments(hour('10:00'), hour('12:00'))).toEqual([
      { what: 'session', at: hour('11:30') },
    ]);
  });

  it('have both sessions where the second one began after the end of the first', async () => {
    await write('session-one.7', [session('10:00', '11:00'), session('11:00', '12:00')]);
    const ends = (await moments(hour('10:00'), hour('12:00'))).map(({ at }) => at);
    expect(ends).toEqual([hour('11:00'), hour('12:00')]);
  });

  it('include both ends of the stretch of time, and nothing beside it', async () => {
    await write('session-one.7', [session('10:00', '11:00')]);
    expect(await moments(hour('11:00'), hour('11:00'))).toHaveLength(1);
    expect(await moments(hour('10:00'), '2030-03-01T10:59:59.999Z')).toEqual([]);
    expect(await moments('2030-03-01T11:00:00.001Z', hour('12:00'))).toEqual([]);
  });

  it('have no session of another world or of another TPP', async () => {
    await write('session-one.8', [session('10:00', '11:00')]);
    await write('session-two.7', [session('10:00', '11:00', { tpp: 'PSDNO-FSA-2' })]);
    expect(await moments(hour('10:00'), hour('12:00'))).toEqual([]);
  });

  it('have the consent in force, and none that was revoked or replaced, or that grants nothing', async () => {
    const revoked = ['AccessRevoked', { at: hour('10:10'), by: 'psu' }] as const;
    await write('access-one.7', [grant('first'), grant('second')]);
    await write('access-two.7', [grant('revoked'), revoked]);
    await write('access-three.7', [grant('nothing', [])]);
    expect(await moments(hour('10:00'), '2031-01-01T00:00:00.000Z')).toEqual([
      { what: 'consent', at: until, of: { kind: 'consent', id: 'second' } },
    ]);
  });

  it('have a session and a consent that were carried forward before their end', async () => {
    const carried = (type: string) => [type, { at: hour('10:05') }] as const;
    await write('session-one.7', [session('10:00', '11:00'), carried('SessionCarriedForward')]);
    await write('access-one.7', [grant('first'), carried('AccessCarriedForward')]);
    const found = await moments(hour('10:00'), '2031-01-01T00:00:00.000Z');
    expect(found.map(({ what }) => what)).toEqual(['session', 'consent']);
  });
});
