import { join } from 'node:path';
import type { OrderApproval, SealedApproval } from '@nordgate/contracts/core';
import type { PaymentInstruction, TransferCredit } from '@nordgate/contracts/events';
import { bulkPlacesOf, executionIdOf, instructionHash, proofOf } from '@nordgate/contracts/rules';
import type { Approval, SealKeys } from '@nordgate/contracts/rules';
import {
  sealedApproval,
  sealedPayment,
  strangerApprovalKey,
  testApprovals,
} from '@nordgate/contracts/testing';
import { defined } from '@nordgate/decider';
import { orderFaultOf } from './order-check.js';

type Order = Parameters<typeof orderFaultOf>[0];

const paymentId = 'a1f0c3d2e4b5968778695a4b3c2d1e0f';
const debtorAccount = { bban: '99991200017', currency: 'NOK' } as const;
const toBedrift = {
  instructedAmount: { amount: '1250.50', currency: 'NOK' },
  creditorName: 'Sandbox Bedrift Én AS',
  creditorAccount: { bban: '99996000016', currency: 'NOK' },
} as const;
const single = { ...toBedrift, debtorAccount };
const monthly = {
  ...single,
  ...{ startDate: '2030-03-01', endDate: '2030-05-02', frequency: 'Monthly' as const },
};
const bulk = { debtorAccount, payments: [toBedrift, toBedrift, toBedrift] };

function sealOf(instruction: PaymentInstruction, changes: Partial<Approval> = {}): SealedApproval {
  const { stream, event } = sealedPayment(paymentId, instruction, changes);
  const { seal, text } = proofOf(stream, event.data);
  return { ...seal!, text };
}

interface Ordered {
  readonly instruction?: PaymentInstruction;
  readonly part?: number;
  readonly occurrence?: string;
  readonly credits?: readonly TransferCredit[];
  readonly sealed?: readonly SealedApproval[];
}

/** An order as batch makes it; every detail may be changed. */
function anOrder({
  instruction = single,
  part,
  occurrence,
  credits = [{ instruction: instruction as typeof single }],
  sealed = [sealOf(instruction)],
}: Ordered = {}): Order {
  const approval: OrderApproval = {
    instructionHash: instructionHash(instruction),
    sealed,
    ...('payments' in instruction && { bulk: bulkPlacesOf(instruction)(part) }),
  };
  return {
    executionId: executionIdOf({ paymentId, ...defined({ part, occurrence }) }),
    ...{ paymentId, service: 'payments', tpp: 'PSDNO-FSA-999900001', debtorAccount, credits },
    ...{ product: 'norwegian-domestic-credit-transfers', day: '2030-03-01', reminder: 0 },
    ...{ approval, ...defined({ occurrence }) },
  };
}

const partOf = (part: number, instruction: TransferCredit['instruction'] = toBedrift) =>
  anOrder({ instruction: bulk, part, credits: [{ part, instruction }] });
const all = bulk.payments.map((instruction, part) => ({ part, instruction }));
const atOnce = { ...bulk, batchBookingPreferred: true };
const two = { signers: 2, corporateId: 'agreement-1' } as const;
const [first, second] = [sealOf(single, two), sealOf(single, { ...two, customerId: 'customer-2' })];
const inBasket = sealOf(single, {
  resource: { kind: 'basket', basketId: 'b1', paymentIds: [paymentId, 'another'] },
});

/** An order without a seal, as JSON has it. */
const unapproved = { ...anOrder(), approval: undefined } as unknown as Order;

const faultOf = (order: Order, haveOneOwner = () => false) =>
  orderFaultOf(order, testApprovals.keys, haveOneOwner);

describe('an order that the seals of sca prove', () => {
  it.each([
    ['of a payment', anOrder()],
    ['of a payment that was approved in a basket', anOrder({ sealed: [inBasket] })],
    ['of a payment that two have signed', anOrder({ sealed: [first, second] })],
    ['of one day of a standing order', anOrder({ instruction: monthly, occurrence: '2030-04-01' })],
    ['of a sub-payment of a bulk', partOf(1)],
    ['of a bulk that is one debit', anOrder({ instruction: atOnce, credits: all })],
  ])('%s has no fault', (_what, order) => {
    expect(faultOf(order)).toBeUndefined();
    expect(exampleFaultOf(order, testApprovals.keys)).toBeUndefined();
  });

  it('is not needed for an exempt transfer between accounts of one owner', () => {
    const exempt: Order = {
      ...unapproved,
      exemption: { reason: 'own-accounts', customerId: 'customer-1' },
    };
    expect(faultOf(exempt, () => true)).toBeUndefined();
    expect(faultOf(exempt, () => false)).toBe('other-owner');
  });
});

/** The check of the page for a core team, which has nothing of ours. */
const { faultOf: exampleFaultOf } = (await import(
  join(import.meta.dirname, '../../../../examples/core-bank/check-order.mjs')
)) as { readonly faultOf: (order: Order, keys: SealKeys) => string | undefined };

describe('an order that no seal proves', () => {
  const changed = (changes: Partial<typeof single>) =>
    anOrder({ instruction: { ...single, ...changes }, sealed: [sealOf(single)] });
  const strange = () => {
    const { stream, event } = sealedPayment(paymentId, single);
    const { seal, text } = proofOf(stream, sealedApproval(stream, event.data, strangerApprovalKey));
    return { ...seal!, text };
  };
  const forged = { ...sealOf(single), text: sealOf(single).text.replace('customer-1', 'x') };
  const ofAnother = sealOf(single, {
    resource: { kind: 'payment', paymentId: 'another' },
    approved: [{ paymentId: 'another', hash: instructionHash(single) }],
  });
  const cancellation = sealOf(single, { resource: { kind: 'cancellation', paymentId } });
  const creditorAccount = { bban: '99990000014', currency: 'NOK' } as const;

  it.each<readonly [string, string, Order]>([
    ['missing', 'no-approval', unapproved],
    [
      'of another amount',
      'other-instruction',
      changed({ instructedAmount: { amount: '1250.51', currency: 'NOK' } } as never),
    ],
    ['of another creditor', 'other-instruction', changed({ creditorAccount } as never)],
    [
      'of another amount than the hash',
      'other-instruction',
      { ...anOrder(), credits: [{ instruction: { ...single, creditorName: 'Another' } }] },
    ],
    ['of another payment', 'other-payment', anOrder({ sealed: [ofAnother] })],
    ['of a cancellation', 'other-payment', anOrder({ sealed: [cancellation] })],
    ['of a key that is not known', 'unknown-key', anOrder({ sealed: [strange()] })],
    ['of another text', 'wrong-seal', anOrder({ sealed: [forged] })],
    ['of one of two', 'one-signature', anOrder({ sealed: [first] })],
    ['of one of two, twice', 'one-signature', anOrder({ sealed: [first, first] })],
    ['there, and there is none', 'one-signature', anOrder({ sealed: [] })],
    [
      'of another sub-payment',
      'other-instruction',
      partOf(1, { ...toBedrift, creditorName: 'Another' }),
    ],
    [
      'of the sub-payment at another position',
      'other-instruction',
      {
        ...partOf(1),
        ...{ executionId: executionIdOf({ paymentId, part: 2 }) },
        credits: [{ part: 2, instruction: toBedrift }],
      },
    ],
    [
      'used for a second transfer',
      'other-transfer',
      { ...anOrder(), executionId: `${paymentId}_again` },
    ],
    [
      'used for another day of a standing order',
      'other-transfer',
      anOrder({ instruction: monthly, occurrence: '2030-06-03' }),
    ],
    [
      'used for another debtor',
      'other-transfer',
      { ...anOrder(), debtorAccount: { bban: '99990000014', currency: 'NOK' } },
    ],
    [
      'used for one sub-payment of a bulk that is one debit',
      'other-transfer',
      anOrder({ instruction: atOnce, part: 1, credits: all.slice(1, 2) }),
    ],
  ])('is refused: a seal %s is %s', (_what, fault, order) => {
    expect(faultOf(order)).toBe(fault);
    expect(exampleFaultOf(order, testApprovals.keys)).toBeTruthy();
  });
});
