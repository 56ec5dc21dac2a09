import { instructionHash } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type {
  PartOutcome,
  PaymentAuthorised,
  PaymentCancelled,
  PaymentChanged,
  PaymentClaimed,
  PaymentEvent,
  PaymentInitiated,
  PaymentInstruction,
  PaymentProgressed,
  PaymentRejected,
  PaymentSigned,
} from '@nordgate/contracts/events';
import type { SinglePaymentInitiation } from '@nordgate/contracts/http';
import { orderToExecute } from '@nordgate/contracts/rules';

/** The clock of every test: when the TPP asked, when the PSU acted, when a batch ran, when the payment was called off. */
export const moments = {
  initiated: '2030-03-01T09:00:00.000Z',
  settled: '2030-03-01T09:05:00.000Z',
  executed: '2030-03-01T11:30:00.000Z',
  cancelled: '2030-03-01T12:00:00.000Z',
} as const;

export const paymentId = 'a1f0c3d2e4b5968778695a4b3c2d1e0f';
export const paymentStreamId = `payment-${paymentId}`;
export const authorisation = 'authorisation-b2e1d4c3f5a6079889706b5c4d3e2f1a';
export const tpp = 'PSDNO-FSA-999900001';
export const otherTpp = 'PSDNO-FSA-999900002';

/** Names and numbers are nobody's: the accounts lie in a register number that no bank has. */
export const aTransfer: SinglePaymentInitiation = {
  instructedAmount: { amount: '1250.50', currency: 'NOK' },
  creditorName: 'Sandbox Bedrift Én AS',
  creditorAccount: { bban: '99996000016', currency: 'NOK' },
  creditorAgent: 'NDGTNO22',
  creditorAgentName: 'Nordgate Bank',
  debtorAccount: { bban: '99991200017', currency: 'NOK' },
  remittanceInformationUnstructured: 'Faktura 2030-117',
};

/** The same as any instruction. */
export const anInstruction: PaymentInstruction = aTransfer;

const { debtorAccount, ...toOneCreditor } = aTransfer;

/** Three payments from one account. */
export const aBulkInstruction: PaymentInstruction = {
  debtorAccount,
  payments: [toOneCreditor, toOneCreditor, toOneCreditor],
};

const initiation: PaymentInitiated['data'] = {
  service: 'payments',
  product: 'norwegian-domestic-credit-transfers',
  initiator: {
    tpp,
    tppName: 'Sandbox TPP AS',
    psuId: 'c9d7a6b1-5e1f-4a37-9d0a-3c1f6d2b8e47',
    context: 'PRIVATE',
    tppSessionId: '0f6f2a54-70b1-4a0f-8a53-6a8f2f5d7c11',
    redirectUri: 'https://tpp.example/return',
  },
  fingerprint: 'fingerprint-of-the-request',
  instruction: anInstruction,
  authorisation: { id: authorisation.slice('authorisation-'.length), tokenHash: 'hash-of-token' },
  acceptedAt: moments.initiated,
};

const approvedBy = { by: authorisation, customerId: 'customer-1', at: moments.settled };

/** The history of one payment, up to the event that a test needs. */
export interface PaymentBuilder {
  readonly with: (changes: Partial<PaymentInitiated['data']>) => PaymentBuilder;
  readonly initiated: () => readonly PaymentEvent[];
  readonly authorised: (changes?: Partial<PaymentAuthorised['data']>) => readonly PaymentEvent[];
  readonly rejected: (changes?: Partial<PaymentRejected['data']>) => readonly PaymentEvent[];
  /** Changed by another channel before its approval: twice the amount. */
  readonly changed: (changes?: Partial<PaymentChanged['data']>) => readonly PaymentEvent[];
  /** Approved by the first of two signers. */
  readonly signed: (changes?: Partial<PaymentSigned['data']>) => readonly PaymentEvent[];
  /** Approved and taken by a run. */
  readonly claimed: (changes?: Partial<PaymentClaimed['data']>) => readonly PaymentEvent[];
  /** Approved and executed up to these statuses. */
  readonly progressed: (
    ...reports: readonly Partial<PaymentProgressed['data']>[]
  ) => readonly PaymentEvent[];
  /** Called off before its approval, or with `after` later. */
  readonly cancelled: (after?: readonly PaymentEvent[]) => readonly PaymentEvent[];
}

/** A valid payment; every detail may be changed. */
export function aPayment(data: PaymentInitiated['data'] = initiation): PaymentBuilder {
  const first: PaymentInitiated = { type: 'PaymentInitiated', data };
  return {
    with: (changes) => aPayment({ ...data, ...changes }),
    initiated: () => [first],
    authorised: (changes = {}) => [first, authorisedBy(data, changes)],
    changed: (changes = {}) => [first, changedBy(changes)],
    signed: (changes = {}) => [first, signedBy(changes)],
    claimed: (changes = {}) => [first, authorisedBy(data), claimedBy(data, changes)],
    progressed: (...reports) => [first, authorisedBy(data), ...reports.map(progressedTo)],
    rejected: (changes = {}) => [first, rejectedBy(changes)],
    cancelled: (after = [first]) => [...after, cancellation],
  };
}

/** A bulk of three sub-payments; every detail may be changed. */
export function aBulk(): PaymentBuilder {
  return aPayment().with({ service: 'bulk-payments', instruction: aBulkInstruction });
}

/** The first banking day of the standing order. */
export const firstOccurrence = '2030-03-01';

/** The days of the standing order: the first of May is a holiday. */
export const occurrenceDates = [firstOccurrence, '2030-04-01', '2030-05-02'] as const;

/** A payment on the first of each of three months. */
export const aStandingInstruction: PaymentInstruction = {
  ...aTransfer,
  startDate: firstOccurrence,
  endDate: '2030-05-02',
  frequency: 'Monthly',
};

/** The standing order; every detail may be changed. */
export function aStandingOrder(): PaymentBuilder {
  return aPayment().with({ service: 'periodic-payments', instruction: aStandingInstruction });
}

/** A run has taken one occurrence of the standing order. */
export function occurrenceClaimed(occurrence: string, day = occurrence): PaymentClaimed {
  const [first] = aStandingOrder().initiated();
  if (first?.type !== 'PaymentInitiated') throw new Error('a payment starts with its initiation');
  return claimedBy(first.data, { status: 'ACTC', occurrence, day });
}

/** The execution reports one sub-payment as rejected. */
export function partRejected(part: number): PartOutcome {
  return { part, status: 'RJCT', code: 'PAYMENT_FAILED', reason: 'not-executable' };
}

function signedBy(changes: Partial<PaymentSigned['data']>): PaymentSigned {
  return { type: 'PaymentSigned', data: { ...approvedBy, ...changes } };
}

function authorisedBy(
  payment: PaymentInitiated['data'],
  changes: Partial<PaymentAuthorised['data']> = {},
): PaymentAuthorised {
  const order = orderToExecute(payment);
  return { type: 'PaymentAuthorised', data: { ...approvedBy, order, ...changes } };
}

function rejectedBy(changes: Partial<PaymentRejected['data']>): PaymentRejected {
  const why = { code: 'PAYMENT_FAILED', reason: 'refused-by-psu' } as const;
  const data = { by: authorisation, ...why, at: moments.settled, ...changes };
  return { type: 'PaymentRejected', data };
}

/** The same payment after another channel of the bank has changed it. */
export const changedInstruction: PaymentInstruction = {
  ...anInstruction,
  instructedAmount: { amount: '2501.00', currency: 'NOK' },
};

function changedBy(changes: Partial<PaymentChanged['data']>): PaymentChanged {
  const what = { by: 'channel:branch', instruction: changedInstruction };
  return { type: 'PaymentChanged', data: { ...what, at: moments.settled, ...changes } };
}

function claimedBy(
  { service, product, initiator, instruction, exemption }: PaymentInitiated['data'],
  changes: Partial<PaymentClaimed['data']>,
): PaymentClaimed {
  const order = { service, product, tpp: initiator.tpp, instruction };
  const run = { by: 'batch-run-2030-03-01-1330', day: '2030-03-01', at: moments.executed };
  const proof = { instructionHash: instructionHash(instruction), ...defined({ exemption }) };
  return { type: 'PaymentClaimed', data: { status: 'ACCP', ...run, order, ...proof, ...changes } };
}

function progressedTo(changes: Partial<PaymentProgressed['data']>): PaymentProgressed {
  const data = { by: 'batch-run-2030-03-01-3', status: 'ACCP', at: moments.executed } as const;
  return { type: 'PaymentProgressed', data: { ...data, ...changes } };
}

const cancellation: PaymentCancelled = {
  type: 'PaymentCancelled',
  data: { by: tpp, at: moments.cancelled },
};
