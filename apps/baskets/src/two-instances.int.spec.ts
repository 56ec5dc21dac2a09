import { GetBasket, GetOpenBaskets } from '@nordgate/contracts';
import type { Command } from '@nordgate/event-store';
import { approvalOf, memberOf, tpp } from './testing/a-basket.js';
import { paymentEvents } from './testing/a-payment.js';
import { toApprove, toCreate, toDelete, toFreeze } from './testing/basket-commands.js';
import { basketsOnABus } from './testing/baskets-on-a-bus.fixture.js';
import type { BasketsOnABus } from './testing/baskets-on-a-bus.fixture.js';
import { eventually } from './testing/eventually.fixture.js';

const patienceMs = 60_000;
const atOnce = 10;

/** Two processes of the service in all but the operating system: each its bus, one database. */
let one: BasketsOnABus;
let other: BasketsOnABus;
beforeAll(async () => {
  one = await basketsOnABus();
  other = await basketsOnABus(one.url);
}, patienceMs);
afterEach(async () => expect(await one.parked()).toBe(0));
afterAll(async () => {
  await other.stop();
  await one.stop();
}, patienceMs);

const creation = (id: string, payments: readonly string[], changes = {}) =>
  toCreate({ members: payments.map(memberOf), ...changes }, `basket-${id}`);
const typesOf = async (id: string) => (await one.eventsOf(`basket-${id}`)).map(({ type }) => type);
const viewOf = (id: string) => other.ask(new GetBasket(tpp, id));

/** A command of another test's basket, for this one. */
function of<C extends Command>(id: string, command: C): C {
  return { ...command, id: `${command.id}-${id}`, stream: `basket-${id}` };
}

/** Rounds of a race, some at once, so that slices of several rounds meet. */
async function rounds(count: number, round: (at: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < count; from += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, (_, i) => round(from + i)));
  }
}

const both = <A, B>(a: () => Promise<A>, b: () => Promise<B>) => Promise.all([a(), b()]);

describe('two instances of the service on one database', () => {
  it(
    'give a payment that two baskets want to one of them in five hundred races, the other is RJCT',
    async () => {
      await rounds(500, async (at) => {
        const member = `contested-${String(at)}`;
        const [first, second] = [`first-${String(at)}`, `second-${String(at)}`];
        const [byOne, byOther] = await Promise.all([
          one.send(creation(first, [`own-of-${first}`, member])),
          other.send(creation(second, [`own-of-${second}`, member])),
        ]);
        const types = [...(await typesOf(first)), ...(await typesOf(second))];
        expect([...types].sort()).toEqual(['BasketCreated', 'BasketRefused']);
        const firstWon = types[0] === 'BasketCreated';
        const [won, lost] = firstWon ? [first, second] : [second, first];
        const refusal = { code: 'CONFLICT', path: '/paymentIds/1' };
        expect(firstWon ? byOther : byOne).toMatchObject({ is: 'decided', receipt: { refusal } });
        expect((firstWon ? byOne : byOther).is).toBe('decided');
        expect(await viewOf(won)).toMatchObject({ transactionStatus: 'RCVD' });
        expect(await viewOf(lost)).toMatchObject({ transactionStatus: 'RJCT', refusal });
        const holders = await one.ask(new GetOpenBaskets([member, `own-of-${lost}`]));
        expect(holders).toEqual({ [member]: won });
      });
    },
    patienceMs,
  );

  it(
    'show RJCT when a member is refused between the question for its status and the commit',
    async () => {
      await rounds(100, async (at) => {
        const [id, payment] = [`overtaken-${String(at)}`, `refused-${String(at)}`];
        const facts = [{ paymentId: payment, version: 1, status: 'RCVD' as const }];
        await Promise.all([
          one.happens('payments.events.v1', `payment-${payment}`, 2, paymentEvents.PaymentRejected),
          other.send(creation(id, [payment, `fine-${String(at)}`], { facts })),
        ]);
        const seen = await eventually(
          () => viewOf(id),
          (view) => view?.transactionStatus === 'RJCT',
        );
        expect(seen).toMatchObject({ transactionStatus: 'RJCT' });
      });
    },
    patienceMs,
  );

  it(
    'either delete a basket or let it be approved, never both',
    async () => {
      const ends = new Set<string | undefined>();
      await rounds(200, async (at) => {
        const [id, payment] = [`wavering-${String(at)}`, `wavered-${String(at)}`];
        await one.send(creation(id, [payment]));
        const approve = of(id, toApprove({ approved: [approvalOf(payment)] }));
        const call = () => one.send(of(id, toDelete()));
        const settle = () => other.send(of(id, toFreeze())).then(() => other.send(approve));
        // Now and then one after the other, so that both ends are seen for sure.
        if (at % 20 === 0) await settle();
        const [deleted] = at % 20 === 1 ? [await call(), await settle()] : await both(call, settle);
        const types = await typesOf(id);
        const isDeleted = types.includes('BasketDeleted');
        expect(types).toEqual(
          isDeleted
            ? ['BasketCreated', 'BasketDeleted']
            : ['BasketCreated', 'BasketFrozen', 'BasketApproved'],
        );
        expect(deleted.is).toBe(isDeleted ? 'decided' : 'refused');
        const held = await other.ask(new GetOpenBaskets([payment]));
        expect(held).toEqual(isDeleted ? {} : { [payment]: id });
        ends.add(types.at(-1));
      });
      expect([...ends].sort()).toEqual(['BasketApproved', 'BasketDeleted']);
    },
    patienceMs,
  );
});
