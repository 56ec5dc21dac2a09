import { randomUUID } from 'node:crypto';
import { instantInOslo, nextExecutionDates } from '@nordgate/contracts/calendar';
import type { PeriodicOrder } from '@nordgate/contracts/calendar';
import { bankingDayNear, dayInOslo, daysLater } from '@nordgate/contracts/rules';
import {
  accountOf,
  actAs,
  aPeriodicPayment,
  approveAt,
  clockOf,
  clockPath,
  codesOf,
  firstThat,
  grantAt,
  initiate,
  jsonWith,
  meetPsu,
  moveClock,
  orderBetween,
  periodicPath,
  runBatch,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
  statusOf,
} from '@nordgate/testing';
import type { Parties, World } from '@nordgate/testing';
import type { TppAnswer } from '@nordgate/tpp-client';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

interface Accounts {
  readonly accounts: readonly {
    readonly _links: Readonly<Record<'balances' | 'transactions', { readonly href: string }>>;
  }[];
}

interface Order {
  readonly occurrences: readonly { readonly date: string; readonly transactionStatus: string }[];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const seen = (answer: TppAnswer) => [answer.status, ...codesOf(answer)];

describe('the clock of a TPP in the sandbox', () => {
  let test: TestBank;
  let world: World;
  let parties: Parties;
  beforeAll(async () => {
    test = await startTestBank();
  });
  afterAll(() => test.stop());
  /** Each test has a world of its TPP. */
  const begin = async () => {
    const tpp = await test.newTpp(`PSDNO-FSA-${String(Math.floor(Math.random() * 1e9))}`);
    world = { ...test.world(), tpp };
    const [debtor, creditor] = await setUpSandbox(world);
    if (debtor === undefined || creditor === undefined) throw new Error('no customers');
    parties = { debtor, creditor };
    await meetPsu(world, debtor);
  };
  const get = (path: string, headers: Record<string, string | undefined> = {}) =>
    world.tpp.call({ method: 'GET', path, headers });
  const put = (body: object, headers: Record<string, string> = {}) =>
    world.tpp.call({ method: 'PUT', path: clockPath, body, headers });
  /** The PSU lets the TPP read an account. */
  async function readSelf(bban: string): Promise<void> {
    const asked = await world.tpp.call({ method: 'POST', path: '/v1/bank-offered-consents' });
    const link = scaRedirectOf(asked.json as object);
    actAs(world.tpp, await grantAt(world, link, parties.debtor, { bbans: [bban] }));
  }
  const aheadOf = async () => Date.parse((await clockOf(world)).now) - Date.now();

  describe('in a world with customers', () => {
    beforeEach(begin);

    it('is that of the bank until it is moved', async () => {
      const clock = await clockOf(world);
      expect(clock).toMatchObject({ state: 'ready' });
      expect(Math.abs(Date.parse(clock.now) - Date.now())).toBeLessThan(10_000);
    });

    it('ends the session after an hour: accounts need SCA again', async () => {
      const session = () => get('/v1/user');
      expect((await session()).status).toBe(200);
      await moveClock(world, { advance: 'PT59M' });
      expect((await session()).status).toBe(200);
      await moveClock(world, { advance: 'PT2M' });
      expect((await session()).status).toBe(401);
    });

    it('fails the links that expire on the way, and goes on behind them', async () => {
      const { paymentId } = await initiate(world, singlePath, orderBetween(parties));
      await moveClock(world, { advance: 'PT2H' });
      type Ids = { readonly authorisationIds: readonly string[] };
      const path = `${singlePath}/${paymentId}/authorisations`;
      const { authorisationIds } = jsonWith<Ids>(await get(path), 200);
      const [id = ''] = authorisationIds;
      expect((await get(`${path}/${id}`)).json).toMatchObject({ scaStatus: 'failed' });
      expect((await get('/v1/user')).status).toBe(401);
    });

    it('ends a payment that nobody approves within 24 hours', async () => {
      const made = await initiate(world, singlePath, orderBetween(parties));
      await moveClock(world, { advance: 'PT23H59M' });
      expect(await statusOf(world, singlePath, made.paymentId)).toBe('RCVD');
      await moveClock(world, { advance: 'PT2M' });
      expect(await statusOf(world, singlePath, made.paymentId)).toBe('RJCT');
    });

    it('ends a consent after 180 days, and counts four reads without the PSU in each 24 hours', async () => {
      await readSelf(accountOf(parties.debtor));
      const { accounts } = jsonWith<Accounts>(await get('/v1/accounts'), 200);
      const balances = accounts[0]?._links.balances.href ?? '';
      const read = async () => (await get(balances, { 'psu-ip-address': undefined })).status;
      expect([await read(), await read(), await read(), await read(), await read()]).toEqual([
        ...[200, 200, 200, 200, 429],
      ]);
      await moveClock(world, { advance: 'P1D' });
      expect(await read()).toBe(200);
      await moveClock(world, { advance: 'P178D' });
      expect(await read()).toBe(200);
      await moveClock(world, { advance: 'P2D' });
      expect(seen(await get(balances, { 'psu-ip-address': undefined }))).toEqual([
        ...[401, 'CONSENT_EXPIRED'],
      ]);
    });

    it('executes a payment on its day, and books it on that day', async () => {
      const wanted = bankingDayNear(daysLater(dayInOslo(new Date()), 40), 'following');
      const body = orderBetween(parties, { requestedExecutionDate: wanted });
      const made = await initiate(world, singlePath, body);
      await approveAt(world, made.scaHref, parties.debtor);
      await moveClock(world, { now: instantInOslo(wanted, '00:30').toISOString() });
      expect(await statusOf(world, singlePath, made.paymentId)).toBe('ACTC');
      await moveClock(world, { now: instantInOslo(wanted, '12:00').toISOString() });
      expect(await statusOf(world, singlePath, made.paymentId)).toBe('ACSC');
      await readSelf(accountOf(parties.debtor));
      const { accounts } = jsonWith<Accounts>(await get('/v1/accounts'), 200);
      const { href } = accounts[0]?._links.transactions ?? { href: '' };
      const newest = await get(`${href}?bookingStatus=booked&dateFrom=${daysLater(wanted, -1)}`);
      expect(newest.json).toMatchObject({
        transactions: { booked: [{ bookingDate: wanted, valueDate: wanted }] },
      });
    });

    it('executes the occurrences of a standing order, moved by closed days, as it passes them', async () => {
      const start = daysLater(dayInOslo(new Date()), 3);
      const body = aPeriodicPayment({
        ...orderBetween(parties),
        ...{ startDate: start, endDate: daysLater(start, 3 * 366), frequency: 'Monthly' },
        ...{ dayOfExecution: start.slice(8), executionRule: 'following' },
      });
      const made = await initiate(world, periodicPath, body);
      await approveAt(world, made.scaHref, parties.debtor);
      await moveClock(world, { advance: 'P1Y' });
      const { occurrences } = jsonWith<Order>(await get(`${periodicPath}/${made.paymentId}`), 200);
      const order = { ...body, executionRule: 'following' } as unknown as PeriodicOrder;
      const today = (await clockOf(world)).now.slice(0, 10);
      const expected = nextExecutionDates(order, start, 20).filter((day) => day < today);
      expect(expected.length).toBeGreaterThanOrEqual(11);
      expect(occurrences.map(({ date }) => date)).toEqual(expected);
      expect(new Set(occurrences.map((one) => one.transactionStatus))).toEqual(new Set(['ACSC']));
    });

    it('leaves standing orders to no run on demand', async () => {
      const start = dayInOslo(new Date());
      const body = aPeriodicPayment({
        ...orderBetween(parties),
        ...{ startDate: daysLater(start, 1), endDate: undefined, frequency: 'Daily' },
        dayOfExecution: undefined,
      });
      const made = await initiate(world, periodicPath, body);
      await approveAt(world, made.scaHref, parties.debtor);
      await runBatch(world);
      const order = jsonWith<Partial<Order>>(await get(`${periodicPath}/${made.paymentId}`), 200);
      expect(order.occurrences ?? []).toEqual([]);
    });

    it('returns to real time with a reset', async () => {
      await moveClock(world, { advance: 'P1Y' });
      expect(await aheadOf()).toBeGreaterThan(364 * dayMs);
      expect(
        seen(await world.tpp.call({ method: 'POST', path: '/v1/sandbox/initialize' })),
      ).toEqual([200]);
      expect(await aheadOf()).toBeLessThan(hourMs);
      expect(await clockOf(world)).toMatchObject({ state: 'ready' });
    });

    it('moves once for one request, and leaves the worlds of other TPPs alone', async () => {
      const other = { ...test.world(), tpp: await test.newTpp('PSDNO-FSA-77001') };
      await clockOf(other);
      const once = { 'x-request-id': randomUUID() };
      const first = await put({ advance: 'P2D' }, once);
      expect(first.status).toBe(202);
      expect((await put({ advance: 'P1D' })).status).toBe(409);
      await firstThat(
        'ready',
        () => clockOf(world),
        ({ state }) => state === 'ready',
      );
      await moveClock(world, { advance: 'PT1H' });
      expect((await put({ advance: 'P2D' }, once)).json).toEqual(first.json);
      expect(await aheadOf()).toBeLessThan(2.5 * dayMs);
      expect(seen(await put({ advance: 'P3D' }, once))).toEqual([409, 'CONFLICT']);
      expect(Date.parse((await clockOf(other)).now) - Date.now()).toBeLessThan(hourMs);
    });
  });

  describe('that is asked for a time that it cannot have', () => {
    let patient: World;
    beforeAll(async () => {
      patient = { ...test.world(), tpp: await test.newTpp('PSDNO-FSA-77002') };
      await clockOf(patient);
    });

    it.each([
      ['nothing', {}],
      ['both members', { now: '2027-01-01T00:00:00Z', advance: 'P1D' }],
      ['a time without an offset', { now: '2027-01-01T00:00:00' }],
      ['a time that does not exist', { now: '2027-02-30T00:00:00Z' }],
      ['a time that is over', { now: '2020-01-01T00:00:00Z' }],
      ['a time beyond three years', { now: '2040-01-01T00:00:00Z' }],
      ['no duration', { advance: 'P' }],
      ['a duration of nothing', { advance: 'P0D' }],
      ['a negative duration', { advance: '-P1D' }],
      ['a duration beyond three years', { advance: 'P3Y2D' }],
      ['a duration beyond all calendars', { advance: 'P999999Y' }],
      ['a number', { advance: 30 }],
    ])('refuses %s', async (_what, body) => {
      const answer = await patient.tpp.call({ method: 'PUT', path: clockPath, body });
      expect(seen(answer)).toEqual([400, 'FORMAT_ERROR']);
      expect(Date.parse((await clockOf(patient)).now) - Date.now()).toBeLessThan(hourMs);
    });
  });
});
