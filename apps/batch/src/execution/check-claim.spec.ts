import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { PaymentClaimed, PaymentInstruction } from '@nordgate/contracts/events';
import { instructionHash, proofOf, proofStateOf } from '@nordgate/contracts/rules';
import type { Approval, ApprovalProof } from '@nordgate/contracts/rules';
import {
  sealedApproval,
  sealedPayment,
  strangerApprovalKey,
  testApprovals,
} from '@nordgate/contracts/testing';
import { aTransfer, bulkOf, claimed, paymentIdOf, standingOrder } from '../testing/an-order.js';
import { run } from '../testing/run-commands.js';
import { proofOfClaim } from './check-claim.js';

const paymentId = paymentIdOf(1);
const terms = {
  stateOf: (proof: ApprovalProof) => proofStateOf(testApprovals.keys, proof),
  exemptions: undefined,
};
const exempting = {
  ...terms,
  exemptions: { ownAccountsDailySumMax: { amount: '100.00', currency: 'NOK' as const } },
};

/** The evidence of an approval, as batch keeps it. */
function approvedBy(
  changes: Partial<Approval> = {},
  instruction: PaymentInstruction = aTransfer,
): ApprovalProof {
  const { stream, event } = sealedPayment(paymentId, instruction, changes);
  return proofOf(stream, event.data);
}

function claimOf(
  changes: Partial<PaymentClaimed['data']> = {},
  instruction: PaymentInstruction = aTransfer,
  occurrence?: string,
) {
  const { data } = claimed(run, { instruction }, occurrence);
  return {
    paymentId,
    data: { ...data, instructionHash: instructionHash(instruction), ...changes },
  };
}

const check = (claim: ReturnType<typeof claimOf>, known: readonly ApprovalProof[], with_ = terms) =>
  proofOfClaim(claim, known, with_);
const named = (...proofs: readonly ApprovalProof[]) => ({
  approvals: proofs.map(({ hash }) => hash),
});
const two = { signers: 2, corporateId: 'agreement-1' } as const;
const first = approvedBy(two);
const second = approvedBy({ ...two, customerId: 'customer-2' });
const flatHash = (value: object) =>
  createHash('sha256').update(canonicalize(value)!).digest('base64url');

describe('a claim of a payment', () => {
  it('is proven by the sealed approval that it names', () => {
    const proof = approvedBy();
    expect(check(claimOf(named(proof)), [proof])).toEqual({
      is: 'valid',
      approval: { instructionHash: instructionHash(aTransfer), approvals: [proof.hash] },
    });
  });

  it('of an older release is proven by any sealed approval of the payment', () => {
    const proof = approvedBy();
    const cases = [[proof], [approvedBy({ approved: [] }), proof], [unsealed(), proof]];
    for (const known of cases) {
      const claim = claimOf({ instructionHash: undefined as never });
      expect(check(claim, known)).toMatchObject({ approval: named(proof) });
    }
  });

  it('is proven by the approval of a basket that names the payment', () => {
    const hash = instructionHash(aTransfer);
    const basket = approvedBy({
      resource: { kind: 'basket', basketId: 'b1', paymentIds: ['another', paymentId] },
      approved: [
        { paymentId: 'another', hash: 'hash-of-another' },
        { paymentId, hash },
      ],
    });
    expect(check(claimOf(named(basket)), [basket])).toMatchObject({
      approval: { instructionHash: hash, approvals: [basket.hash] },
    });
  });

  it('is proven on each day of a periodic payment by its one approval, and on no other day', () => {
    const proof = approvedBy({}, standingOrder);
    const on = (day?: string) => check(claimOf(named(proof), standingOrder, day), [proof]).is;
    expect(['2030-03-01', '2030-04-01', '2030-05-02'].map(on)).toEqual(['valid', 'valid', 'valid']);
    expect(['2030-03-04', '2030-06-03', undefined].map(on)).toEqual(
      Array.from({ length: 3 }, () => 'other-occurrence'),
    );
    const single = approvedBy();
    expect(check(claimOf(named(single), aTransfer, '2030-03-01'), [single]).is).toBe(
      'other-occurrence',
    );
  });

  it('of a bulk is proven by a hash over its tree, and by one of an older release', () => {
    const bulk = bulkOf(3);
    const tree = approvedBy({}, bulk);
    const flat = approvedBy({ approved: [{ paymentId, hash: flatHash(bulk) }] });
    for (const proof of [tree, flat]) {
      expect(check(claimOf(named(proof), bulk), [proof]).is).toBe('valid');
    }
    expect(check(claimOf(named(tree), bulkOf(4)), [tree]).is).toBe('other-payment');
  });

  it('is proven by two customers where two must sign, in their order', () => {
    const claim = claimOf(named(first, second));
    expect(check(claim, [second, first])).toMatchObject({ approval: named(first, second) });
    const older = check(claimOf(), [first, second]);
    expect(older).toMatchObject({ approval: named(first, second) });
  });

  it('finds the seal of sca beside a forged one of the same text', () => {
    const proof = approvedBy();
    const forged = { ...proof, seal: { keyId: 'test', signature: 'AAAA' } };
    expect(check(claimOf(named(proof)), [forged, proof]).is).toBe('valid');
    expect(check(claimOf(named(proof)), [forged]).is).toBe('wrong');
  });
});

/** An approval of a release before seals. */
function unsealed(): ApprovalProof {
  const { hash, text } = approvedBy({ psuId: 'another' });
  return { hash, text };
}

describe('a claim that nothing proves', () => {
  const proof = approvedBy();
  const stranger = () => {
    const { stream, event } = sealedPayment(paymentId, aTransfer);
    return proofOf(stream, sealedApproval(stream, event.data, strangerApprovalKey));
  };
  const more = { ...aTransfer, instructedAmount: { amount: '100.01', currency: 'NOK' as const } };
  const toAnother = { ...aTransfer, creditorAccount: { bban: '99990000014' } } as typeof aTransfer;
  const cancellation = approvedBy({ resource: { kind: 'cancellation', paymentId } });
  const ofAnother = () => {
    const { stream, event } = sealedPayment(paymentIdOf(2), aTransfer);
    return proofOf(stream, event.data);
  };

  it.each([
    ['has no approval', 'missing', claimOf(), []],
    ['names an approval that is not there', 'missing', claimOf(named(proof)), []],
    ['names two, and one is not there', 'missing', claimOf(named(first, second)), [first]],
    ['has an approval without a seal', 'missing', claimOf(), [unsealed()]],
    ['is sealed by a key that nobody knows', 'unknown-key', claimOf(), [stranger()]],
    [
      'has a seal of another text',
      'wrong',
      claimOf(named(proof)),
      [{ ...proof, text: proof.text.replace('customer-1', 'customer-9') }],
    ],
    ['has another amount', 'other-payment', claimOf(named(proof), more), [proof]],
    ['has another creditor', 'other-payment', claimOf(named(proof), toAnother), [proof]],
    [
      'has the seal of another payment',
      'other-payment',
      claimOf(named(ofAnother())),
      [ofAnother()],
    ],
    ['has the seal of a cancellation', 'other-payment', claimOf(), [cancellation]],
    [
      'says another hash than its instruction has',
      'other-payment',
      claimOf({ ...named(proof), instructionHash: 'another' }),
      [proof],
    ],
    ['has one signature of two', 'one-signature', claimOf(named(first)), [first, second]],
    ['has the same signature twice', 'one-signature', claimOf(named(first, first)), [first]],
    ['of an older release has one of two', 'one-signature', claimOf(), [first]],
    [
      'has two signatures under two agreements',
      'one-signature',
      claimOf(),
      [first, approvedBy({ ...two, customerId: 'customer-2', corporateId: 'agreement-2' })],
    ],
  ] as const)('is %s: %s', (_what, state, claim, known) => {
    expect(check(claim as never, known).is).toBe(state);
  });

  it('may wait only while an approval may still come', () => {
    expect(check(claimOf(), [])).toEqual({ is: 'missing', mayCome: true });
    expect(check(claimOf(), [unsealed()])).toEqual({ is: 'missing' });
  });
});

describe('a claim that is exempt from SCA', () => {
  const exemption = { reason: 'own-accounts', customerId: 'customer-1' } as const;
  const amountOf = (amount: string, currency = 'NOK') =>
    ({ ...aTransfer, instructedAmount: { amount, currency } }) as PaymentInstruction;

  it('needs no approval within the bounds of the profile', () => {
    expect(check(claimOf({ exemption }), [], exempting as never)).toEqual({ is: 'valid' });
  });

  it.each([
    ['the profile exempts nothing', terms, aTransfer],
    ['its amount is above the sum of a day', exempting, amountOf('100.01')],
    ['it is in another currency', exempting, amountOf('10.00', 'SEK')],
    ['it is a bulk', exempting, bulkOf(1)],
  ])('is not when %s', (_why, with_, instruction) => {
    const claim = claimOf({ exemption }, instruction);
    expect(check(claim, [], with_ as never).is).toBe('not-exempt');
  });
});
