import type { BatchEvent, PaymentInstruction, PickedPayment } from '@nordgate/contracts/events';
import { GetPayment } from '@nordgate/contracts/queries';
import type { PaymentView } from '@nordgate/contracts/queries';
import { instructionHash } from '@nordgate/contracts/rules';
import { readUntil } from '@nordgate/service/testing';
import {
  aBulkInstruction,
  anInstruction,
  aStandingInstruction,
  firstOccurrence,
  tpp,
} from '../testing/a-payment.js';
import { picked, run, transfer, transferOf } from '../testing/execution-events.js';
import type { TransferFacts } from '../testing/execution-events.js';
import { toAuthorise, toCancel, toClaim, toInitiate } from '../testing/payment-commands.js';
import { paymentsOnABus } from '../testing/payments-on-a-bus.fixture.js';
import type { PaymentsOnABus } from '../testing/payments-on-a-bus.fixture.js';

let instances: readonly [PaymentsOnABus, PaymentsOnABus];
let payments: PaymentsOnABus;
beforeAll(async () => {
  payments = await paymentsOnABus();
  instances = [payments, await paymentsOnABus({}, payments.url)];
});
afterEach(async () => expect(await payments.parked()).toBe(0));
afterAll(async () => {
  // The second instance works on the database of the first one.
  await instances[1].stop();
  await payments.stop();
});

const services = { single: 'payments', bulk: 'bulk-payments', order: 'periodic-payments' } as const;

/** An approved payment. */
async function approved(
  id: string,
  kind: keyof typeof services = 'single',
  instruction: PaymentInstruction = anInstruction,
): Promise<void> {
  const stream = `payment-${id}`;
  const hash = instructionHash(instruction);
  for (const command of [
    toInitiate({ service: services[kind], instruction }),
    toAuthorise({ hash }),
  ]) {
    await payments.execute({ ...command, stream, id: `${stream}/${command.type}` });
  }
}

/** Lets batch write an event. */
const happens = (stream: string, version: number, event: BatchEvent) =>
  payments.happens('batch.events.v1', stream, version, event);
const outcomes = async (facts: TransferFacts, ...events: readonly BatchEvent[]) => {
  for (const [n, event] of events.entries()) await happens(transferOf(facts), n + 2, event);
};
const shows = (id: string, wanted: Partial<PaymentView>) =>
  readUntil(
    () => payments.ask(new GetPayment(tpp, id)),
    (view) =>
      (Object.keys(wanted) as (keyof PaymentView)[]).every((key) => view?.[key] === wanted[key]),
  );
const typesOf = async (id: string) =>
  (await payments.eventsOf(`payment-${id}`)).map(({ type }) => type);

let runs = 0;
/** Another run picks this payment. */
async function pick(one: PickedPayment): Promise<void> {
  runs += 1;
  await happens(`${run}-${String(runs)}`, 2, picked(one));
}

describe('the execution of a payment over the bus', () => {
  it('leads from the claim to ACSC, and every event that comes again changes nothing', async () => {
    const facts = { paymentId: 'settled' };
    await approved('settled');
    await pick(facts);
    await shows('settled', { transactionStatus: 'ACCP', isClaimed: true });
    await outcomes(facts, transfer.started(facts), transfer.debited(facts));
    await shows('settled', { transactionStatus: 'ACWP', fundsAvailable: true });
    await happens(transferOf(facts), 4, transfer.settled(facts));
    await shows('settled', { transactionStatus: 'ACSC' });
    await pick(facts);
    await happens(transferOf(facts), 5, transfer.started(facts));
    await approved('after-settled');
    await pick({ paymentId: 'after-settled' });
    await shows('after-settled', { transactionStatus: 'ACCP' });
    expect(await typesOf('settled')).toEqual([
      'PaymentInitiated',
      'PaymentAuthorised',
      'PaymentClaimed',
      'PaymentProgressed',
      'PaymentProgressed',
      'PaymentProgressed',
    ]);
  });

  it('ends as ACCP with fundsAvailable=false where a run has claimed it for another day', async () => {
    const facts = { paymentId: 'no-funds' };
    await approved('no-funds');
    await pick({ ...facts, isMoved: true });
    await shows('no-funds', { transactionStatus: 'ACWC' });
    await outcomes(facts, transfer.declined(facts, 'no-funds'));
    await shows('no-funds', { transactionStatus: 'ACCP', fundsAvailable: false });
  });

  it('ends as RJCT with the reason of the executor', async () => {
    const facts = { paymentId: 'refused' };
    await approved('refused');
    await pick(facts);
    await outcomes(
      facts,
      transfer.started(facts, { executor: 'core' }),
      transfer.declined(facts, 'refused-by-bank'),
    );
    const view = await shows('refused', { transactionStatus: 'RJCT' });
    expect(view?.rejection).toEqual({ code: 'PAYMENT_FAILED', reason: 'refused-by-bank' });
  });

  it('leads a bulk to PART, each sub-payment with its own status', async () => {
    await approved('parts', 'bulk', aBulkInstruction);
    await pick({ paymentId: 'parts' });
    const [first, second, third] = [0, 1, 2].map((part) => ({
      paymentId: 'parts',
      parts: [part],
    }));
    if (!first || !second || !third) throw new Error('the bulk has three sub-payments');
    const stream = (part: number) => `execution-parts_part${String(part)}`;
    await happens(stream(0), 2, transfer.started(first));
    await happens(stream(0), 3, transfer.settled(first));
    await happens(stream(1), 2, transfer.declined(second, 'no-funds'));
    await happens(stream(2), 2, transfer.declined(third, 'creditor-account-unknown'));
    const statuses = async () => {
      const view = await payments.ask(new GetPayment(tpp, 'parts'));
      return view?.parts?.map(({ transactionStatus }) => transactionStatus).join();
    };
    expect(await readUntil(statuses, (found) => found === 'ACSC,ACCP,RJCT')).toBeDefined();
    await shows('parts', { transactionStatus: 'PART' });
  });

  it('leads one occurrence of a periodic payment to ACSC, and the order stays ACTC', async () => {
    const facts = { paymentId: 'order', occurrence: firstOccurrence };
    await approved('order', 'order', aStandingInstruction);
    await pick(facts);
    await outcomes(facts, transfer.started(facts), transfer.settled(facts));
    const view = await readUntil(
      () => payments.ask(new GetPayment(tpp, 'order')),
      (found) => found?.occurrences?.[0]?.transactionStatus === 'ACSC',
    );
    expect(view).toMatchObject({
      transactionStatus: 'ACTC',
      occurrences: [{ date: firstOccurrence, fundsAvailable: true }],
    });
  });
});

describe('a cancellation and a run through two instances at once', () => {
  it('are won by exactly one of them', async () => {
    const ids = Array.from({ length: 20 }, (_, n) => `race-${String(n)}`);
    await Promise.all(ids.map((id) => approved(id)));
    await Promise.all(
      ids.flatMap((id, n) => {
        const stream = `payment-${id}`;
        const claim = { ...toClaim(), stream, id: `${stream}/claim` };
        const cancel = { ...toCancel({ onlyUnapproved: false }), stream, id: `${stream}/cancel` };
        const [one, other] = n % 2 === 0 ? instances : [instances[1], instances[0]];
        return n % 4 < 2
          ? [one.execute(claim), other.execute(cancel)]
          : [other.execute(cancel), one.execute(claim)];
      }),
    );
    const ends = await Promise.all(ids.map(async (id) => (await typesOf(id)).slice(2)));
    for (const end of ends) {
      expect([['PaymentClaimed'], ['PaymentCancelled']]).toContainEqual(end);
    }
  });

  it('are won by one run where two have picked the payment', async () => {
    await approved('twice');
    const stream = 'payment-twice';
    await Promise.all(
      ['batch-run-1', 'batch-run-2'].map((by, n) =>
        instances[n as 0 | 1].execute({ ...toClaim({ by }), stream, id: `${stream}/${by}` }),
      ),
    );
    const events = await payments.eventsOf(stream);
    const claims = events.filter(({ type }) => type === 'PaymentClaimed');
    expect(claims).toHaveLength(1);
    expect(claims[0]?.data).toMatchObject({
      by: expect.stringMatching(/^batch-run-[12]$/) as string,
    });
  });
});
