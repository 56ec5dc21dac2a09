import { defaultTimers } from '@nordgate/contracts/profile';
import { testApprovalKey, testApprovals } from '@nordgate/contracts/testing';
import { rebuild } from '@nordgate/event-store';
import { passTime } from '@nordgate/event-store/testing';
import { carryAll } from '@nordgate/service';
import type { StartWork } from '@nordgate/service';
import { serviceOnABus } from '@nordgate/service/testing';
import type { ServiceOnABus } from '@nordgate/service/testing';
import { accessStream, accessStreamId } from '../access/access.js';
import { sessionStream, sessionStreamId } from '../session/session.js';
import { idKeys } from '../testing/agreement-ids.js';
import { aDecision } from '../testing/an-access.js';
import { sandboxScaWithoutSite } from '../testing/sca-without-site.js';
import { carriedMonths, carryingCustomers } from './carry-forward.work.js';

/** The bounds of the profile do not count here. */
const months = 2;
const always = new AbortController().signal;
const { tpp, customerId, ...consent } = aDecision();
const neighbours = ['accounts.events.v1', 'baskets.events.v1', 'payments.events.v1'] as const;
const session = sessionStreamId(0, tpp, customerId);
const access = accessStreamId(0, tpp, customerId, { context: 'PRIVATE' });

let service: Parameters<StartWork>[0];
let sca: ServiceOnABus<(typeof neighbours)[number]>;

beforeEach(async () => {
  const app = sandboxScaWithoutSite({
    timers: defaultTimers,
    approvals: testApprovals,
    keys: { ids: idKeys, approvals: testApprovalKey },
  });
  const work: StartWork = (running) => {
    service = running;
    return { stop: () => Promise.resolve() };
  };
  sca = await serviceOnABus({ ...app, work }, neighbours);
});
afterEach(() => sca.stop());

const pool = () => sca.database().pool;
const carry = () => carryAll(carryingCustomers({ ...service, months }), always);
const typesOf = async (stream: string) => (await sca.eventsOf(stream)).map(({ type }) => type);

const minute = (n: number) => new Date(Date.UTC(2026, 2, 2, 10, n)).toISOString();

/** The service decides an internal command. */
function decide(id: string, type: string, stream: string, data: object) {
  const meta = { at: new Date().toISOString(), actor: 'test' };
  return sca.execute({ id, type, stream, data, meta });
}

/** The customer completes an SCA, with the same id for a repeat. */
function complete(n: number) {
  const { psuId, context } = consent;
  const tppSessionId = `session-${String(n)}`;
  const data = { tpp, customerId, psuId, context, tppSessionId, at: minute(n) };
  return decide(`complete-${String(n)}`, 'CompleteSession', session, data);
}

/** The customer gives a consent, with the same id for a repeat. */
function grant(n: number) {
  const data = { ...consent, tpp, customerId, consentId: `consent-${String(n)}`, at: minute(n) };
  return decide(`grant-${String(n)}`, 'GrantAccess', access, data);
}

/** Every event is this much older. */
const pass = (time: string) => passTime(sca.database(), time);

const stateOf = async (stream: string) =>
  (
    await pool().query<{ state: unknown }>('select state from es.stream where stream_id = $1', [
      stream,
    ])
  ).rows[0]?.state;

/** How many ids of its commands the inbox has for a stream, and whether one of them is this one. */
async function idsOf(stream: string, id: string) {
  const { rows } = await pool().query<{ count: number; has: boolean }>(
    'select count(*)::int as count, bool_or(message_id = es.inbox_key($2)) as has from es.inbox where stream_id = $1',
    [stream, id],
  );
  return rows[0];
}

/** What a rebuild makes of the events that are left is the state of each row. */
async function expectRebuilt(): Promise<void> {
  for (const streamType of [sessionStream, accessStream]) {
    const compare = { database: sca.database(), streamType: streamType as never, mode: 'compare' };
    expect(await rebuild(compare as Parameters<typeof rebuild>[0])).toMatchObject({ drifted: [] });
  }
}

describe('the earlier events of sessions and accesses', () => {
  beforeEach(async () => {
    for (const n of [1, 2, 3]) {
      await complete(n);
      await grant(n);
    }
    await pass('1 month');
  });

  it('are dropped behind a state that is old, with the ids of their commands', async () => {
    const before = [await stateOf(session), await stateOf(access)];
    expect(await carry()).toEqual({ carried: 2, dropped: 0 });
    await pass('1 month');
    expect(await carry()).toEqual({ carried: 0, dropped: 0 });
    await pass('2 months');
    expect(await carry()).toEqual({ carried: 0, dropped: 2 });
    expect(await typesOf(session)).toEqual(['SessionCarriedForward']);
    expect(await typesOf(access)).toEqual(['AccessCarriedForward']);
    expect(await idsOf(session, `${session}/carried-forward/3`)).toEqual({ count: 1, has: true });
    expect([await stateOf(session), await stateOf(access)]).toEqual(before);
    await expectRebuilt();
  });

  it('change nothing when their commands arrive again', async () => {
    await carry();
    await pass('3 months');
    await carry();
    for (const n of [1, 2, 3]) {
      await complete(n);
      await grant(n);
    }
    expect(await typesOf(session)).toEqual(['SessionCarriedForward']);
    expect(await typesOf(access)).toEqual(['AccessCarriedForward']);
  });

  it('stay as long as a reader has not passed them', async () => {
    await carry();
    await pass('3 months');
    await pool().query(
      `insert into es.checkpoint (name, prev, cur) values ('late', '1:1:', '1:1:')`,
    );
    expect(await carry()).toEqual({ carried: 0, dropped: 0 });
    await pool().query(`delete from es.checkpoint where name = 'late'`);
    expect(await carry()).toEqual({ carried: 0, dropped: 2 });
  });

  it('go on behind a state: it is carried forward in a month in which something came', async () => {
    await carry();
    await complete(4);
    expect(await carry()).toEqual({ carried: 0, dropped: 0 });
    await pass('1 month');
    expect(await carry()).toEqual({ carried: 1, dropped: 0 });
    await pass('2 months');
    await carry();
    expect(await typesOf(session)).toEqual([
      'SessionCarriedForward',
      'SessionCompleted',
      'SessionCarriedForward',
    ]);
    await pass('1 month');
    await carry();
    expect(await typesOf(session)).toEqual(['SessionCarriedForward']);
    expect(await stateOf(session)).toMatchObject({
      current: { tppSessionId: 'session-4' },
      replaced: ['session-3', 'session-2', 'session-1'],
    });
    await expectRebuilt();
  });

  it('are let go when a customer is erased, with the state that was carried forward', async () => {
    await carry();
    await decide('forget', 'ForgetSession', session, {});
    await pass('3 months');
    expect(await carry()).toEqual({ carried: 0, dropped: 2 });
    expect(await typesOf(session)).toEqual(['SessionCarriedForward', 'SessionForgotten']);
    expect(await stateOf(session)).toMatchObject({ is: 'none' });
  });
});

it('a session and an access that began in this month are not carried forward, and in the next month they are', async () => {
  for (const n of [1, 2]) {
    await complete(n);
    await grant(n);
  }
  expect(await carry()).toEqual({ carried: 0, dropped: 0 });
  await pass('1 month');
  expect(await carry()).toEqual({ carried: 2, dropped: 0 });
});

describe('a category that is carried forward', () => {
  it('is known to the rewriting of the export', () => {
    expect(carriedMonths(14)).toEqual({ access: 14, passkeys: 14, session: 14 });
  });
});
