import { randomUUID } from 'node:crypto';
import { accountsAppWith } from '@nordgate/accounts/accounts.module';
import { batchAppWith } from '@nordgate/batch/batch.module';
import type { TransferOrdered } from '@nordgate/contracts/core';
import type { ClaimedOrder, PaymentClaimed } from '@nordgate/contracts/events';
import { defaultProfile } from '@nordgate/contracts/profile';
import { executionIdOf, instructionHash, proofStateOf, streams } from '@nordgate/contracts/rules';
import { testApprovals } from '@nordgate/contracts/testing';
import { FakeCore } from '@nordgate/local/fake-core';
import { coreMessage } from '@nordgate/messaging';
import type { Bus } from '@nordgate/messaging';
import { readUntil } from '@nordgate/service/testing';
import { TwoServices } from './testing/batch-and-accounts.js';

type Order = TransferOrdered['data'];

const topic = 'core.instructions.v1';
const [debtor, creditor, stranger] = ['99996000016', '99991200017', '99990000014'] as const;
const at = '2030-03-01T12:30:00.000Z';
const paymentOf = (n: number) => n.toString(16).padStart(32, 'd');

const instructionTo = (bban: string): ClaimedOrder['instruction'] => ({
  instructedAmount: { amount: '125.50', currency: 'NOK' },
  creditorName: 'Sandbox Bedrift Én AS',
  creditorAccount: { bban, currency: 'NOK' },
  debtorAccount: { bban: debtor, currency: 'NOK' },
});

function claimTo(bban: string): PaymentClaimed {
  const product = 'norwegian-domestic-credit-transfers';
  const instruction = instructionTo(bban);
  const order = { service: 'payments', product, tpp: 'PSDNO-FSA-999900001', instruction } as const;
  const run = { by: 'batch-run-2030-03-01-1330', day: '2030-03-01', at };
  return { type: 'PaymentClaimed', data: { status: 'ACCP', order, ...run } };
}

let two: TwoServices;
let core: FakeCore;
const orders: Order[] = [];

/** A bus that notes the orders that the core gets. */
function readingOrders(bus: Bus): Pick<Bus, 'publish' | 'consume'> {
  return {
    publish: (to, messages) => bus.publish(to, messages),
    consume: (consumer) =>
      bus.consume({
        ...consumer,
        handle: (slice) => {
          orders.push(...slice.messages.map(({ value }) => JSON.parse(value) as Order));
          return consumer.handle(slice);
        },
      }),
  };
}

beforeAll(async () => {
  two = await TwoServices.start({
    batch: batchAppWith(defaultProfile('production'), testApprovals),
    accounts: accountsAppWith('core'),
  });
  core = new FakeCore({ bus: readingOrders(two.bus), approvalKeys: testApprovals.keys });
  for (const bban of [debtor, creditor, stranger]) {
    await core.reportAccount({
      ...{ accountId: randomUUID(), ownerId: `owner-${bban}`, bban, currency: 'NOK' },
      ...{ name: 'Driftskonto', kind: 'CACC', openingBalance: '1000.00' },
    });
  }
  await core.start();
});
afterAll(async () => {
  await core.stop();
  await two.close();
});

const settledOf = (executionId: string) =>
  readUntil(
    () => two.eventsOf(streams.execution.id(executionId)),
    (events) => events.at(-1)?.type === 'TransferSettled',
  );

/** Writes an order to the topic of the core, as somebody who may write there. */
function writeOrder(order: Order): Promise<void> {
  const subject = streams.execution.id(order.executionId);
  const head = { id: randomUUID(), type: 'TransferOrdered', source: topic };
  return two.bus.publish(topic, [
    coreMessage({ ...head, subject, sequence: 1, time: at, data: order }),
  ]);
}

const refusedAfter = (count: number) =>
  readUntil(
    () => Promise.resolve(core.refused),
    ({ length }) => length >= count,
  );

describe('an order for the core', () => {
  it('carries the approval whole, with a seal that the public key of sca verifies', async () => {
    const paymentId = paymentOf(1);
    const executionId = executionIdOf({ paymentId });
    await two.claim(paymentId, claimTo(creditor));
    const [instructed] = await settledOf(executionId);
    const order = orders.find((one) => one.executionId === executionId);
    const [{ text, ...seal } = { text: '', keyId: '', signature: '' }] =
      order?.approval?.sealed ?? [];
    expect(proofStateOf(testApprovals.keys, { hash: '', text, seal })).toBe('valid');
    const hash = instructionHash(instructionTo(creditor));
    expect(JSON.parse(text)).toMatchObject({ data: { approved: [{ paymentId, hash }] } });
    // Inside the bank the approval is named, and nothing repeats it.
    expect(JSON.stringify(instructed)).not.toContain(seal.signature);
    expect(core.refused).toEqual([]);
  });

  it('does not follow from a forged claim on the topic of payments', async () => {
    const [unapproved, changed] = [paymentOf(2), paymentOf(3)];
    await two.claimAlone(unapproved, claimTo(stranger));
    await two.approve(changed, instructionTo(creditor));
    await two.claimAlone(changed, claimTo(stranger));
    await readUntil(
      () => two.parked(),
      (parked) => parked === 2,
    );
    // A later order shows that no earlier one is on its way.
    await two.claim(paymentOf(4), claimTo(creditor));
    await settledOf(executionIdOf({ paymentId: paymentOf(4) }));
    expect(orders.map(({ paymentId }) => paymentId)).not.toContain(unapproved);
    expect(orders.map(({ paymentId }) => paymentId)).not.toContain(changed);
    expect(core.balanceOf(stranger)).toBe('1000.00');
  });

  it('that somebody forges on the topic of the core is refused, and the true one is carried out', async () => {
    const order = orders[0];
    if (order?.approval === undefined) throw new Error('there was no order');
    const paymentId = paymentOf(5);
    const executionId = executionIdOf({ paymentId });
    const credits = [{ instruction: instructionTo(stranger) as never }];
    const unproven = { ...order, approval: undefined } as unknown as Order;
    await writeOrder({ ...unproven, paymentId, executionId });
    await writeOrder({ ...order, paymentId, executionId });
    await writeOrder({ ...order, executionId: `${order.paymentId}_again` });
    await writeOrder({ ...order, credits });
    expect(await refusedAfter(4)).toEqual([
      { executionId, fault: 'no-approval' },
      { executionId, fault: 'other-payment' },
      { executionId: `${order.paymentId}_again`, fault: 'other-transfer' },
      { executionId: order.executionId, fault: 'other-instruction' },
    ]);
    expect(core.balanceOf(stranger)).toBe('1000.00');
    await two.claim(paymentId, claimTo(creditor));
    expect((await settledOf(executionId)).at(-1)?.type).toBe('TransferSettled');
  });
});
