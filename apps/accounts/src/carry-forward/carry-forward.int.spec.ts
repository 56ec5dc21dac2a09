import { rebuild } from '@nordgate/event-store';
import { carryAll } from '@nordgate/service';
import type { StartWork } from '@nordgate/service';
import { serviceOnABus } from '@nordgate/service/testing';
import type { ServiceOnABus } from '@nordgate/service/testing';
import { firstThat } from '@nordgate/testing';
import { accountsAppWith, holdingEntries } from '../accounts.module.js';
import { accountStream } from '../domain/account.js';
import { accountKeyOf } from '../transactions/transaction-place.projection.js';
import { carryingAccounts } from './carry-forward.work.js';

const accountId = '2c1f7a52-5f3a-4f0e-9b46-0d3c5a7e1b01';
const stream = `account-${accountId}`;
const other = '2c1f7a52-5f3a-4f0e-9b46-0d3c5a7e1b02';
/** The bounds of the profile do not count here. */
const months = 2;
const always = new AbortController().signal;

let service: Parameters<StartWork>[0];
let accounts: ServiceOnABus<'batch.events.v1'>;
let sequence: number;

beforeEach(async () => {
  sequence = 0;
  const work: StartWork = (running) => {
    service = running;
    return { stop: () => Promise.resolve() };
  };
  accounts = await serviceOnABus({ ...accountsAppWith('core'), work }, ['batch.events.v1']);
  const opened = { accountId, ownerId: 'kari', bban: '99991200017', currency: 'NOK' };
  const facts = { name: 'Drift', kind: 'CACC', openingBalance: '100.00' };
  await follow('FollowAccount', { ...opened, ...facts });
});
afterEach(() => accounts.stop());

/** The service follows a report of the core. */
function follow(type: string, report: object, of = stream) {
  sequence += 1;
  const meta = { at: new Date().toISOString(), actor: 'core' };
  const id = `report-${String(sequence)}`;
  return accounts.execute({ id, type, stream: of, data: { report, sequence }, meta });
}

/** YYYY-MM-DD, so many days from now. */
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The times of events move in these tests, and days of bookings do not: this one is no longer held in the end. */
function entry(entryId: string, day = dayIn(-130)) {
  const posting = { amount: '-1.00', currency: 'NOK', bookingDate: day, valueDate: day };
  return { accountId, entryId, postings: [{ ...posting, details: {} }] };
}

function pendingEntry(entryId: string) {
  const posting = { amount: '-1.00', currency: 'NOK', date: dayIn(0), details: {} };
  return { accountId, entryId, posting };
}

const carry = () => carryAll(carryingAccounts(service, months), always);
const pool = () => accounts.database().pool;

/** Every time in the database is this much longer ago. */
async function pass(time: string): Promise<void> {
  await untilRead();
  await pool().query(`update es.event set at = at - $1::interval`, [time]);
  await pool().query(
    `update es.event set data = (data::jsonb || jsonb_build_object(
            'heldFrom', ((data->>'heldFrom')::date - $1::interval)::date,
            'at', to_char((data->>'at')::timestamptz at time zone 'UTC' - $1::interval, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::json
      where type = 'AccountCarriedForward'`,
    [time],
  );
  await pool().query(
    `update es.stream set state = state || jsonb_build_object(
            'heldFrom', ((state->>'heldFrom')::date - $1::interval)::date,
            'carriedAt', to_char((state->>'carriedAt')::timestamptz at time zone 'UTC' - $1::interval, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      where state ? 'carriedAt'`,
    [time],
  );
}

/**
 * The projection has the account behind it: a reader is sure of that when it reads what came later. Nobody follows the events
 * of accounts here, so the relay has no checkpoint.
 */
async function untilRead(): Promise<void> {
  const relayed = `
    insert into es.checkpoint (name, prev, cur) values ('relay', pg_current_snapshot(), pg_current_snapshot())
    on conflict (name) do update set prev = excluded.prev, cur = excluded.cur`;
  const behind = `
    select count(*)::int as behind from es.checkpoint c, es.stream s
     where s.stream_id = $1 and not pg_visible_in_snapshot(s.last_tx, c.prev)`;
  await firstThat(
    'every reader has passed the account',
    async () => {
      await bookOnOther();
      await pool().query(relayed);
      return (await pool().query<{ behind: number }>(behind, [stream])).rows[0]?.behind;
    },
    (count) => count === 0,
  );
}

async function bookOnOther(): Promise<void> {
  const account = { accountId: other, ownerId: 'kari', bban: '99991200025', currency: 'NOK' };
  const facts = { name: 'Spare', kind: 'CACC', openingBalance: '0.00' };
  await follow('FollowAccount', { ...account, ...facts }, `account-${other}`);
  await follow(
    'FollowEntry',
    { ...entry(`other-${String(sequence)}`, dayIn(0)), accountId: other },
    `account-${other}`,
  );
}

const typesOf = async () => (await accounts.eventsOf(stream)).map(({ type }) => type);

const transactions = async () =>
  (
    await pool().query<Record<string, unknown>>(
      'select * from transaction_place where account = $1 order by sequence',
      [accountKeyOf(stream)],
    )
  ).rows;

/** Carried forward once, and again until the first time is old enough to drop what was before. */
async function carryUntilOld(): Promise<void> {
  await carry();
  await pass('3 months');
  await carry();
  await pass('1 month');
  await carry();
}

/** Another instance runs until its work by the clock has carried the account forward so many times in all. */
async function runUntilCarried(times: number): Promise<void> {
  const app = holdingEntries(accountsAppWith('core'), months);
  const running = await serviceOnABus(app, ['batch.events.v1'], accounts.url);
  try {
    await firstThat(
      'the account is carried forward',
      async () => (await typesOf()).filter((type) => type === 'AccountCarriedForward'),
      (carried) => carried.length === times,
    );
  } finally {
    await running.stop();
  }
}

/** The table is what a rebuild makes of the events that are left, and so is each state. */
async function expectRebuilt(): Promise<void> {
  await untilRead();
  const database = accounts.database();
  const compare = { database, streamType: accountStream, mode: 'compare' } as const;
  expect(await rebuild(compare)).toMatchObject({ drifted: [] });
  const before = await transactions();
  await pool().query('update es.projection set rebuild_requested_at = now()');
  const wanted = 'select from es.projection where rebuild_requested_at is not null';
  await firstThat(
    'the table is rebuilt',
    async () => (await pool().query(wanted)).rowCount,
    (count) => count === 0,
  );
  expect(await transactions()).toEqual(before);
}

describe('the entries that a core has reported', () => {
  it('leave the database when they are older than the months for which they are held, and the balance stays', async () => {
    await follow('FollowEntry', entry('e1'));
    await follow('FollowPending', pendingEntry('e2'));
    await follow('FollowEntry', entry('e2'));
    await carryUntilOld();
    await follow('FollowEntry', entry('e3', dayIn(0)));
    expect(await typesOf()).toEqual([
      ...Array.from({ length: 3 }, () => 'AccountCarriedForward'),
      'PostingsBooked',
    ]);
    await firstThat('one transaction is left', transactions, (rows) => rows.length === 1);
    const { rows } = await pool().query('select state from es.view where stream_id = $1', [stream]);
    expect(rows[0]).toMatchObject({ state: { balance: '97.00' } });
    await expectRebuilt();
  });

  it('leave the database of a service that runs', async () => {
    await follow('FollowEntry', entry('e1'));
    for (const [looks, time] of ['0 months', '3 months', '1 month'].entries()) {
      await pass(time);
      await runUntilCarried(looks + 1);
    }
    expect(await typesOf()).toEqual(Array.from({ length: 3 }, () => 'AccountCarriedForward'));
  });

  it('take with them the ids of the commands that carried an account forward before', async () => {
    await follow('FollowEntry', entry('e1'));
    await carryUntilOld();
    await pass('1 month');
    await carryUntilOld();
    const { rows } = await pool().query<{ id: string }>(
      'select message_id as id from es.inbox where stream_id = $1 order by at',
      [stream],
    );
    const kept = await accounts.eventsOf(stream);
    expect(kept[0]?.version).toBeGreaterThan(3);
    const carriedBy = kept.map(({ version }) => `${stream}/carried-forward/${String(version - 1)}`);
    const keys = await pool().query<{ id: string }>(
      'select es.inbox_key(id) as id from unnest($1::text[]) with ordinality asked (id, place) order by place',
      [carriedBy],
    );
    expect(rows).toEqual(keys.rows);
  });

  it('are not booked again when the core reports them again after that', async () => {
    await follow('FollowEntry', entry('e1'));
    await carryUntilOld();
    await follow('FollowEntry', entry('e1'));
    expect(await typesOf()).not.toContain('PostingsBooked');
  });

  it('stay as long as one of them has a booking day that is held', async () => {
    await follow('FollowEntry', entry('ahead', dayIn(300)));
    await carryUntilOld();
    expect(await typesOf()).toContain('PostingsBooked');
    await follow('FollowEntry', entry('ahead', dayIn(300)));
    expect((await typesOf()).filter((type) => type === 'PostingsBooked')).toHaveLength(1);
    await expectRebuilt();
  });

  it('stay as long as a reservation among them is open', async () => {
    await follow('FollowPending', pendingEntry('open'));
    await carryUntilOld();
    expect(await typesOf()).toContain('AmountReserved');
    await follow('FollowPendingEnd', { accountId, entryId: 'open' });
    await pass('1 month');
    await carry();
    expect(await typesOf()).not.toContain('AmountReserved');
    await expectRebuilt();
  });

  it('stay as long as a reader has not passed them', async () => {
    await follow('FollowEntry', entry('e1'));
    await carry();
    await pass('3 months');
    await carry();
    await pass('1 month');
    await pool().query(
      `insert into es.checkpoint (name, prev, cur) values ('late', '1:1:', '1:1:')`,
    );
    await carry();
    expect(await typesOf()).toContain('PostingsBooked');
    await pool().query(`delete from es.checkpoint where name = 'late'`);
    await pass('1 month');
    await carry();
    expect(await typesOf()).not.toContain('PostingsBooked');
  });

  it('are carried forward once a month, and not where there is only one event', async () => {
    expect(await carry()).toEqual({ carried: 0, dropped: 0 });
    await follow('FollowEntry', entry('e1'));
    expect(await carry()).toEqual({ carried: 1, dropped: 0 });
    expect(await carry()).toEqual({ carried: 0, dropped: 0 });
  });

  it('leave an account in the end of which nothing is reported any more', async () => {
    await follow('FollowEntry', entry('e1'));
    for (let month = 0; month < 8; month += 1) {
      await carry();
      await pass('1 month');
    }
    expect(await typesOf()).not.toContain('PostingsBooked');
    expect((await typesOf()).length).toBeLessThanOrEqual(5);
  });
});
