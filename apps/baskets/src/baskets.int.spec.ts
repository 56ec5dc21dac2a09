import { GetBasket, GetOpenBaskets } from '@nordgate/contracts/queries';
import type { BasketView } from '@nordgate/contracts/queries';
import type { ScaEvent } from '@nordgate/contracts/events';
import type { PaymentStatus } from '@nordgate/contracts/codes';
import { approvalOf, memberOf, otherTpp, tpp } from './testing/a-basket.js';
import { paymentEvents } from './testing/a-payment.js';
import { anAuthorisation } from './testing/an-authorisation.js';
import { toCreate } from './testing/basket-commands.js';
import { basketsOnABus } from './testing/baskets-on-a-bus.fixture.js';
import type { BasketsOnABus } from './testing/baskets-on-a-bus.fixture.js';
import { sealed } from '@nordgate/contracts/testing';
import { readUntil } from '@nordgate/service/testing';

const fingerprint = 'fingerprint-of-the-request';

let baskets: BasketsOnABus;
beforeAll(async () => {
  baskets = await basketsOnABus();
});
afterEach(async () => expect(await baskets.parked()).toBe(0));
afterAll(() => baskets.stop());

/** The TPP's request for a basket of these payments. */
function creation(id: string, payments: readonly string[], changes = {}) {
  return toCreate({ members: payments.map(memberOf), ...changes }, `basket-${id}`);
}

async function created(id: string, ...payments: string[]): Promise<void> {
  const result = await baskets.send(creation(id, payments));
  expect(result).toEqual({ is: 'decided', receipt: { fingerprint } });
}

const view = (id: string): Promise<BasketView | null> => baskets.ask(new GetBasket(tpp, id));
const shows = (id: string, status: string): Promise<BasketView | null> =>
  readUntil(
    () => view(id),
    (found) => found?.transactionStatus === status,
  );
const typesOf = async (id: string) =>
  (await baskets.eventsOf(`basket-${id}`)).map(({ type }) => type);
const paid = (id: string, version: number, event: keyof typeof paymentEvents) =>
  baskets.happens('payments.events.v1', `payment-${id}`, version, paymentEvents[event]);

describe('creating a basket over the bus', () => {
  it('shows at once in the view, to the TPP that asked for it', async () => {
    await created('first', 'f1', 'f2');
    expect(await view('first')).toMatchObject({
      basketId: 'first',
      version: 1,
      paymentIds: ['f1', 'f2'],
      transactionStatus: 'RCVD',
    });
    expect(await baskets.ask(new GetBasket(otherTpp, 'first'))).toBeNull();
    expect(await view('never-asked-for')).toBeNull();
  });

  it('makes one basket of fifty parallel requests that are the same', async () => {
    const commands = Array.from({ length: 50 }, (_, i) => ({
      ...creation('same', ['s1', 's2']),
      id: `attempt-${String(i % 25)}`,
    }));
    const results = await Promise.all(commands.map((command) => baskets.send(command)));
    expect(results).toEqual(results.map(() => ({ is: 'decided', receipt: { fingerprint } })));
    expect(await typesOf('same')).toEqual(['BasketCreated']);
  });

  it('says which of some payments are in which open basket', async () => {
    await created('holder', 'h1', 'h2');
    const open = await baskets.ask(new GetOpenBaskets(['h1', 'h2', 'loose']));
    expect(open).toEqual({ h1: 'holder', h2: 'holder' });
  });
});

const refusal = { code: 'CONFLICT', path: '/paymentIds/1' };

/** Two baskets, each with one payment that only it wants and one that both want. */
async function race(round: number, sides: readonly string[]): Promise<void> {
  const suffix = `${sides.join('')}-${String(round)}`;
  const contested = `contested-${suffix}`;
  const rivals = sides.map((side) => `${side}-${suffix}`);
  const commands = rivals.map((id) => creation(id, [`own-of-${id}`, contested]));
  const results = await Promise.all(commands.map((command) => baskets.send(command)));
  const types = await Promise.all(rivals.map(typesOf));
  expect(types.flat().sort()).toEqual(['BasketCreated', 'BasketRefused']);
  const winner = types[0]?.includes('BasketCreated') === true ? 0 : 1;
  const [won, lost] = [rivals[winner] ?? '', rivals[1 - winner] ?? ''];
  expect(results[winner]).toEqual({ is: 'decided', receipt: { fingerprint } });
  expect(results[1 - winner]).toEqual({ is: 'decided', receipt: { fingerprint, refusal } });
  expect(await view(won)).toMatchObject({
    transactionStatus: 'RCVD',
    paymentIds: [`own-of-${won}`, contested],
  });
  expect(await view(lost)).toMatchObject({ transactionStatus: 'RJCT', refusal });
  const asked = [contested, `own-of-${won}`, `own-of-${lost}`];
  expect(await baskets.ask(new GetOpenBaskets(asked))).toEqual({
    [contested]: won,
    [`own-of-${won}`]: won,
  });
}

describe('two baskets that want the same member', () => {
  // Keys that differ in their last bit go to different lanes, which commit at the same time; the
  // others share a lane, and mostly a slice.
  it.each([
    ['at the same time', ['a', 'b']],
    ['in one slice', ['a', 'c']],
  ])(
    'get it to one of them in a hundred races %s, and the other is refused on record',
    async (_, sides) => {
      for (let round = 0; round < 100; round += 1) await race(round, sides);
    },
  );

  it('get it to the first one alone, also when the PSU refuses that', async () => {
    await created('given-up', 'p1');
    const resource = { kind: 'basket', basketId: 'given-up', paymentIds: ['p1'] } as const;
    const no = anAuthorisation(resource).refused();
    await baskets.happens('sca.events.v1', 'authorisation-given-up', 4, no);
    expect(await shows('given-up', 'RJCT')).toMatchObject({ version: 2 });
    const refusal = { code: 'CONFLICT', path: '/paymentIds/0' };
    const receipt = { fingerprint, refusal };
    expect(await baskets.send(creation('next', ['p1']))).toEqual({ is: 'decided', receipt });
    expect(await view('next')).toMatchObject({ transactionStatus: 'RJCT', refusal });
    expect(await baskets.ask(new GetOpenBaskets(['p1']))).toEqual({ p1: 'given-up' });
  });
});

describe('the register of payment statuses', () => {
  it('keeps the highest version in whatever order the events arrive', async () => {
    await created('shuffled', 'r1', 'r2');
    await paid('r1', 2, 'PaymentAuthorised');
    await paid('r2', 3, 'PaymentCancelled');
    await paid('r2', 1, 'PaymentRejected');
    await paid('r2', 2, 'PaymentAuthorised');
    await paid('r1', 1, 'PaymentRejected');
    await paid('marker', 1, 'PaymentRejected');
    await readUntil(registered, (rows) => rows.has('marker'));
    expect([...(await registered())].filter(([id]) => /^r[12]$/.test(id)).sort()).toEqual([
      ['r1', { version: 2, status: 'ACTC' }],
      ['r2', { version: 3, status: 'CANC' }],
    ]);
    expect(await view('shuffled')).toMatchObject({ transactionStatus: 'RJCT' });
  });

  it('takes what the gateway read, and an older event does not undo it', async () => {
    const facts = ['g1', 'g2'].map((paymentId) => ({ paymentId, version: 2, status: 'ACTC' }));
    await baskets.send(creation('ahead', ['g1', 'g2'], { facts }));
    expect(await view('ahead')).toMatchObject({ transactionStatus: 'ACTC' });
    await paid('g1', 1, 'PaymentRejected');
    await paid('g2', 3, 'PaymentCancelled');
    expect(await shows('ahead', 'RJCT')).toMatchObject({ version: 1 });
    expect((await registered()).get('g1')).toEqual({ version: 2, status: 'ACTC' });
  });

  it('keeps the facts of a refused basket too, for they are facts all the same', async () => {
    await created('keeper', 'k1');
    const facts = [{ paymentId: 'k2', version: 4, status: 'ACSC' }];
    const result = await baskets.send(creation('too-late', ['k1', 'k2'], { facts }));
    expect(result).toMatchObject({ receipt: { refusal: { path: '/paymentIds/0' } } });
    expect((await registered()).get('k2')).toEqual({ version: 4, status: 'ACSC' });
  });
});

describe('what the PSU does on the approval page of a basket', () => {
  const page = (basketId: string, ...paymentIds: string[]) =>
    anAuthorisation({ kind: 'basket', basketId, paymentIds });
  const act = (id: string, version: number, event: ScaEvent) => {
    const stream = `authorisation-${id}`;
    return baskets.happens('sca.events.v1', stream, version, sealed(stream, event));
  };

  it('freezes and approves it; the basket is ACTC when its last member is', async () => {
    await created('approved', 'q1', 'q2');
    const { shown, finalised } = page('approved', 'q1', 'q2');
    await act('approved', 3, shown());
    await act('approved', 4, finalised({ approved: ['q1', 'q2'].map(approvalOf) }));
    const types = await readUntil(
      () => typesOf('approved'),
      ({ length }) => length === 3,
    );
    expect(types).toEqual(['BasketCreated', 'BasketFrozen', 'BasketApproved']);
    await paid('q1', 1, 'PaymentInitiated');
    await paid('q1', 2, 'PaymentAuthorised');
    await readUntil(registered, (rows) => rows.get('q1')?.version === 2);
    expect(await view('approved')).toMatchObject({ transactionStatus: 'RCVD' });
    await paid('q2', 2, 'PaymentAuthorised');
    expect(await shows('approved', 'ACTC')).toMatchObject({ version: 3 });
    expect(await baskets.ask(new GetOpenBaskets(['q1']))).toEqual({ q1: 'approved' });
  });

  it('changes nothing when all of it comes again', async () => {
    await created('repeated', 't1');
    await act('repeated', 3, page('repeated', 't1').shown());
    await act('repeated', 4, page('repeated', 't1').refused());
    await shows('repeated', 'RJCT');
    const before = await registered();
    await baskets.redeliverAll();
    await created('marker', 't2');
    await act('marker', 4, page('marker', 't2').refused());
    await shows('marker', 'RJCT');
    await paid('after-all', 2, 'PaymentAuthorised');
    const after = await readUntil(registered, (rows) => rows.has('after-all'));
    expect(await typesOf('repeated')).toEqual(['BasketCreated', 'BasketFrozen', 'BasketRejected']);
    expect(await typesOf('approved')).toHaveLength(3);
    after.delete('after-all');
    expect(after).toEqual(before);
  });
});

async function registered(): Promise<Map<string, { version: number; status: PaymentStatus }>> {
  const { rows } = await baskets
    .database()
    .pool.query<{ id: string; version: number; status: PaymentStatus }>(
      'select payment_id as id, version::int, status from payment_register',
    );
  return new Map(rows.map(({ id, version, status }) => [id, { version, status }]));
}
