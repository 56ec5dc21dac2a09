import type { ClaimedOrder, ExecutionEvent } from '@nordgate/contracts/events';
import { executionIdOf, inGeneration, streams } from '@nordgate/contracts/rules';
import type { TransferOf } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { ExecutorUnderTest } from './executor-under-test.js';
import { readUntil } from '@nordgate/service/testing';

const patienceMs = 90_000;
const run = 'batch-run-2030-03-01-1330';
const day = '2030-03-01';
const at = '2030-03-01T12:30:00.000Z';
type Instruction = ClaimedOrder['instruction'];

let executor: ExecutorUnderTest;
let last = 0;

/** A payment that no case has used. */
function aPayment(): string {
  last += 1;
  return inGeneration(last.toString(16).padStart(32, 'c'), executor.generation);
}

function credit(to: string, amount: string) {
  return {
    instructedAmount: { amount, currency: 'NOK' },
    creditorName: 'Sandbox Bedrift Én AS',
    creditorAccount: { bban: to, currency: 'NOK' },
  } as const;
}

const debtorOf = (bban: string) => ({ debtorAccount: { bban, currency: 'NOK' } }) as const;

function single(to: string, amount: string, from = executor.accounts.funded): Instruction {
  return { ...credit(to, amount), ...debtorOf(from) };
}

function bulk(
  isBatchBooked: boolean,
  ...credits: readonly (readonly [string, string])[]
): Instruction {
  return {
    ...debtorOf(executor.accounts.funded),
    payments: credits.map(([to, amount]) => credit(to, amount)),
    batchBookingPreferred: isBatchBooked,
  };
}

/** A run claims a payment of an order. */
async function claimed(instruction: Instruction, paymentId = aPayment()): Promise<string> {
  const service = 'payments' in instruction ? 'bulk-payments' : 'payments';
  const product = 'norwegian-domestic-credit-transfers';
  const order = { service, product, tpp: 'PSDNO-FSA-999900001', instruction } as const;
  const data = { by: run, status: 'ACCP', order, day, at } as const;
  await executor.claim(paymentId, { type: 'PaymentClaimed', data });
  return paymentId;
}

const idOf = (paymentId: string, part?: number) =>
  executionIdOf({ paymentId, ...defined({ part }) } satisfies TransferOf);

const eventsOf = (executionId: string) => executor.eventsOf(streams.execution.id(executionId));

/** The events of a transfer as soon as its last one is of this type. */
async function until(executionId: string, type: ExecutionEvent['type']) {
  const events = await readUntil(
    () => eventsOf(executionId),
    (read) => read.at(-1)?.type === type,
  );
  return events.map((event) => event.type);
}

async function dataOf<Type extends ExecutionEvent['type']>(executionId: string, type: Type) {
  const event = (await eventsOf(executionId)).find((one) => one.type === type);
  return event?.data as Extract<ExecutionEvent, { readonly type: Type }>['data'] | undefined;
}

/** The events of a transfer that waits for nothing. */
const settled = () => ['TransferInstructed', ...executor.stepsAtOnce];
const { funded, own } = {
  funded: () => executor.accounts.funded,
  own: () => executor.accounts.own,
};

/** What a change costs the funded account, in øre. */
async function spentBy(change: () => Promise<void>): Promise<bigint> {
  const before = await executor.balanceOf(funded());
  await change();
  return before - (await executor.balanceOf(funded()));
}

/**
 * The contract of the execution port: each transfer is carried out once or declined, and every outcome
 * reaches batch, whatever is repeated or stopped. Each adapter runs it (ADR 35).
 */
export function describeExecutor(name: string, make: () => Promise<ExecutorUnderTest>): void {
  describe(`${name} as executor of transfers`, () => {
    beforeAll(async () => {
      executor = await make();
    }, patienceMs);
    afterAll(() => executor.stop(), patienceMs);
    describeSettled();
    describeDeclined();
    describeBulks();
    describeTrouble();
    describeStops();
  });
}

function describeSettled(): void {
  it(
    'starts and settles a transfer to another bank, and debits its amount once',
    async () => {
      const spent = await spentBy(async () => {
        const id = idOf(await claimed(single(executor.accounts.outside, '125.50')));
        expect(await until(id, 'TransferSettled')).toEqual(settled());
        expect(await executor.bookingsOn(funded(), id)).toBe(1);
      });
      expect(spent).toBe(12_550n);
    },
    patienceMs,
  );

  it(
    'books a transfer between two accounts of the bank on both',
    async () => {
      const before = await executor.balanceOf(own());
      const spent = await spentBy(async () => {
        const id = idOf(await claimed(single(own(), '70.00')));
        expect(await until(id, 'TransferSettled')).toEqual(settled());
        expect(await executor.bookingsOn(own(), id)).toBe(1);
      });
      expect(spent).toBe(7_000n);
      expect((await executor.balanceOf(own())) - before).toBe(7_000n);
    },
    patienceMs,
  );
}

function describeDeclined(): void {
  it.each<[string, () => Instruction, string]>([
    ['lack of funds', () => single(executor.accounts.outside, '99000000.00'), 'no-funds'],
    [
      'a debtor account that is closed',
      () => single(executor.accounts.outside, '1.00', executor.accounts.closed),
      'debtor-account-closed',
    ],
    [
      'a creditor of this bank who has no account',
      () => single(executor.accounts.closed, '1.00'),
      'creditor-account-unknown',
    ],
  ])(
    'declines a transfer for %s, and no money moves',
    async (_why, instruction, reason) => {
      const spent = await spentBy(async () => {
        const id = idOf(await claimed(instruction()));
        expect(await until(id, 'TransferDeclined')).toEqual([
          'TransferInstructed',
          'TransferDeclined',
        ]);
        expect(await dataOf(id, 'TransferDeclined')).toMatchObject({ reason });
      });
      expect(spent).toBe(0n);
    },
    patienceMs,
  );
}

function describeBulks(): void {
  const three = (isBatchBooked: boolean) =>
    bulk(
      isBatchBooked,
      [executor.accounts.outside, '10.00'],
      [executor.accounts.closed, '20.00'],
      [own(), '30.00'],
    );

  it(
    'settles each sub-payment of a bulk by itself',
    async () => {
      const spent = await spentBy(async () => {
        const paymentId = await claimed(three(false));
        expect(await until(idOf(paymentId, 0), 'TransferSettled')).toEqual(settled());
        expect(await until(idOf(paymentId, 1), 'TransferDeclined')).toHaveLength(2);
        expect(await until(idOf(paymentId, 2), 'TransferSettled')).toEqual(settled());
        expect(await dataOf(idOf(paymentId, 2), 'TransferSettled')).toMatchObject({ parts: [2] });
      });
      expect(spent).toBe(4_000n);
    },
    patienceMs,
  );

  it(
    'debits a batch-booked bulk once, less the creditors who have no account',
    async () => {
      const spent = await spentBy(async () => {
        const id = idOf(await claimed(three(true)));
        const steps = ['TransferInstructed', 'TransferStarted', 'TransferSettled'];
        expect(await until(id, 'TransferSettled')).toEqual(steps);
        expect(await dataOf(id, 'TransferStarted')).toMatchObject({
          parts: [0, 2],
          declined: [{ part: 1, reason: 'creditor-account-unknown' }],
        });
        expect(await dataOf(id, 'TransferSettled')).toMatchObject({ parts: [0, 2] });
        expect(await executor.bookingsOn(funded(), id)).toBe(1);
      });
      expect(spent).toBe(4_000n);
    },
    patienceMs,
  );
}

function describeTrouble(): void {
  it(
    'changes nothing when every event is delivered again',
    async () => {
      const id = idOf(await claimed(single(own(), '5.00')));
      await until(id, 'TransferSettled');
      const spent = await spentBy(async () => {
        await executor.redeliverAll();
        // Whatever was before this transfer has been read once more when it has settled.
        const next = idOf(await claimed(single(own(), '1.00')));
        expect(await until(next, 'TransferSettled')).toEqual(settled());
      });
      expect((await eventsOf(id)).map(({ type }) => type)).toEqual(settled());
      expect(await executor.bookingsOn(own(), id)).toBe(1);
      expect(spent).toBe(100n);
      expect(await executor.parked()).toBe(0);
    },
    patienceMs,
  );

  it(
    'records an outcome that contradicts once, and ignores a late one',
    async () => {
      const id = idOf(await claimed(single(own(), '2.00')));
      await until(id, 'TransferSettled');
      await executor.report(id, { is: 'started' });
      await executor.report(id, { is: 'declined', reason: 'refused-by-bank' });
      await until(id, 'OutcomeContradicted');
      await executor.report(id, { is: 'declined', reason: 'refused-by-bank' });
      await until(idOf(await claimed(single(own(), '2.00'))), 'TransferSettled');
      expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
        ...settled(),
        'OutcomeContradicted',
      ]);
    },
    patienceMs,
  );
}

function describeStops(): void {
  it(
    'takes the end of a transfer before its start',
    async () => {
      await executor.stopExecutor();
      const id = idOf(await claimed(single(own(), '3.00')));
      await until(id, 'TransferInstructed');
      await executor.report(id, { is: 'settled' });
      await until(id, 'TransferSettled');
      await executor.report(id, { is: 'started' });
      await executor.startExecutor();
      await until(idOf(await claimed(single(own(), '3.00'))), 'TransferSettled');
      expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
        'TransferInstructed',
        'TransferSettled',
      ]);
    },
    patienceMs,
  );

  it(
    'settles once what stopped between two steps',
    async () => {
      const spent = await spentBy(async () => {
        await executor.stopExecutor();
        const paymentId = await claimed(single(executor.accounts.outside, '4.00'));
        expect(await until(idOf(paymentId), 'TransferInstructed')).toHaveLength(1);
        await executor.stopBatch();
        await executor.startExecutor();
        const next = await claimed(single(own(), '6.00'));
        await executor.startBatch();
        expect(await until(idOf(paymentId), 'TransferSettled')).toEqual(settled());
        expect(await until(idOf(next), 'TransferSettled')).toEqual(settled());
        expect(await executor.bookingsOn(funded(), idOf(paymentId))).toBe(1);
      });
      expect(spent).toBe(1_000n);
    },
    patienceMs,
  );
}
