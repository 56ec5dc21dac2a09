import type { PaymentStatus } from '@nordgate/contracts/codes';
import type { PaymentCommands, WholeProgress } from '@nordgate/contracts/commands';
import type { OccurrenceOutcome, PartOutcome, PaymentEvent } from '@nordgate/contracts/events';
import { instructionHash } from '@nordgate/contracts/rules';
import type { Samples } from '@nordgate/decider/testing';
import type { AuthorisePayment, SignPayment } from '../approve/approve-payment.js';
import type { CancelPayment, RejectPayment } from '../end/end-payment.js';
import type { ChangePayment } from '../initiate/change-payment.js';
import type { ClaimPayment } from '../execute/claim-payment.js';
import type { InitiateOwnTransfer, InitiatePayment } from '../initiate/initiate-payment.js';
import type { ProgressOccurrence, ProgressPayment } from '../execute/progress-payment.js';
import {
  aBulk,
  aPayment,
  anInstruction,
  aStandingOrder,
  aTransfer,
  authorisation,
  changedInstruction,
  firstOccurrence,
  moments,
  paymentId,
  partRejected,
  paymentStreamId,
  tpp,
} from './a-payment.js';

/** The TPP's request that `aPayment()` starts with. */
export function toInitiate(changes: Partial<InitiatePayment['data']> = {}): InitiatePayment {
  const [first] = aPayment().initiated();
  if (first?.type !== 'PaymentInitiated') throw new Error('a payment starts with its initiation');
  const { acceptedAt: at, ...data } = first.data;
  return {
    type: 'InitiatePayment',
    id: `${paymentStreamId}/${changes.fingerprint ?? data.fingerprint}`,
    stream: paymentStreamId,
    data: { ...data, ...changes },
    meta: { at, actor: tpp },
  };
}

/** Why a transfer between own accounts needs no SCA, as the gateway says. */
export const ownAccounts = { reason: 'own-accounts', customerId: 'customer-1' } as const;

/** What differs between transfers of a test. */
export interface TransferDetails {
  readonly amount?: string;
  readonly at?: string;
  readonly customerId?: string;
}

/** A transfer between own accounts, as its own payment. */
export function toTransfer(
  paymentId: string,
  {
    amount = '100.00',
    at = moments.initiated,
    customerId = ownAccounts.customerId,
  }: TransferDetails = {},
): InitiateOwnTransfer {
  const { data } = toInitiate();
  const stream = `payment-${paymentId}`;
  const instruction = { ...aTransfer, instructedAmount: { amount, currency: 'NOK' as const } };
  return {
    ...{ type: 'InitiateOwnTransfer', stream, id: `${stream}/${data.fingerprint}` },
    data: { ...data, instruction, exemption: { ...ownAccounts, customerId } },
    meta: { at, actor: tpp },
  };
}

/** The PSU's approval of exactly that payment. */
export function toAuthorise(changes: Partial<AuthorisePayment['data']> = {}): AuthorisePayment {
  const hash = instructionHash(anInstruction);
  const data = { by: authorisation, customerId: 'customer-1', hash, ...changes };
  return { type: 'AuthorisePayment', ...fromEventOf(data.by), data };
}

/** The PSU's refusal of it. */
export function toReject(changes: Partial<RejectPayment['data']> = {}): RejectPayment {
  const why = { code: 'PAYMENT_FAILED', reason: 'refused-by-psu' } as const;
  const data = { by: authorisation, ...why, ...changes };
  return { type: 'RejectPayment', ...fromEventOf(data.by), data };
}

/** The approval of the first of two signers. */
export function toSign(changes: Partial<SignPayment['data']> = {}): SignPayment {
  const { data } = toAuthorise(changes);
  return { type: 'SignPayment', ...fromEventOf(data.by), data };
}

/** The TPP calls it off. */
export function toCancel(changes: Partial<CancelPayment['data']> = {}): CancelPayment {
  const data = { by: tpp, onlyUnapproved: true, ...changes };
  const meta = { at: moments.cancelled, actor: data.by };
  return { type: 'CancelPayment', id: `cancel-${data.by}`, stream: paymentStreamId, data, meta };
}

/** Another channel of the bank changes it. */
export function toChange(changes: Partial<ChangePayment['data']> = {}): ChangePayment {
  const data = { by: 'channel:branch', instruction: changedInstruction, ...changes };
  const meta = { at: moments.settled, actor: data.by };
  return { type: 'ChangePayment', id: `change-${data.by}`, stream: paymentStreamId, data, meta };
}

/** A run takes it for execution. */
export function toClaim(changes: Partial<ClaimPayment['data']> = {}): ClaimPayment {
  const data = { by: 'batch-run-2030-03-01-1330', day: '2030-03-01', ...changes };
  return { type: 'ClaimPayment', ...fromEventOf(data.by), data };
}

/** The execution of one occurrence comes on. */
export function toProgressOccurrence(
  occurrence: string,
  outcome: OccurrenceOutcome = { status: 'ACSP' },
): ProgressOccurrence {
  const data = { by: `execution-${paymentId}_${occurrence}`, occurrence, outcome };
  return { type: 'ProgressOccurrence', ...fromEventOf(data.by), data };
}

/** Its execution comes on. */
export function toProgress(changes: Partial<WholeProgress> = {}): ProgressPayment {
  const data = { by: 'batch-run-2030-03-01-3', status: 'ACCP', ...changes } as const;
  const meta = { at: moments.executed, actor: 'system:batch' };
  const id = `${data.by}@${data.status}`;
  return { type: 'ProgressPayment', id, stream: paymentStreamId, data, meta };
}

/** The execution of sub-payments of a bulk comes on. */
export function toProgressParts(...parts: readonly PartOutcome[]): ProgressPayment {
  const { meta, stream, type, data } = toProgress();
  const id = `${data.by}@${JSON.stringify(parts)}`;
  return { type, id, stream, data: { by: data.by, parts }, meta };
}

function fromEventOf(stream: string) {
  const meta = { at: moments.settled, actor: `event:${stream}` };
  return { id: `${stream}@4>${paymentStreamId}`, stream: paymentStreamId, meta };
}

/** The hash of a sealed approval. */
export const approval = 'Zb4y8f0VJkq1YyYc1dEvb8s0pYt3L6b6i2pQb8Qm0rA';
const withPrice = { price: { amount: '50.00', currency: 'NOK' } } as const;
const soleReferences = ['/remittanceInformationStructuredArray/0'];
const { initiated, authorised } = aPayment();
const accepted = toProgress({ status: 'ACCP', fundsAvailable: true });
const lackingFunds = { part: 0, status: 'ACCP', fundsAvailable: false } as const;

/** The commands that one payment decides alone, and that write events. */
export type OnOneStream = Omit<PaymentCommands, 'InitiateOwnTransfer' | 'EnsureDecided'>;

/** Samples of these commands. The laws and the golden files use them. */
export const paymentSamples: Samples<OnOneStream, PaymentEvent> = {
  InitiatePayment: [
    { after: [], command: toInitiate() },
    { after: [], command: toInitiate({ ...withPrice, soleReferences }) },
  ],
  ChangePayment: [{ after: initiated(), command: toChange() }],
  SignPayment: [
    { after: initiated(), command: toSign() },
    { after: initiated(), command: toSign({ approval }) },
  ],
  AuthorisePayment: [
    { after: initiated(), command: toAuthorise() },
    { after: initiated(), command: toAuthorise({ approval }) },
  ],
  ClaimPayment: [
    { after: authorised(), command: toClaim({ isMoved: true }) },
    { after: aStandingOrder().authorised(), command: toClaim({ occurrence: firstOccurrence }) },
    { after: aPayment().with(withPrice).authorised({ approval }), command: toClaim() },
    { after: aPayment().with({ exemption: ownAccounts }).initiated(), command: toClaim() },
  ],
  ProgressOccurrence: [
    {
      after: aStandingOrder().claimed({ status: 'ACTC', occurrence: firstOccurrence }),
      command: toProgressOccurrence(firstOccurrence),
    },
  ],
  ProgressPayment: [
    { after: authorised(), command: accepted },
    { after: aBulk().authorised(), command: toProgressParts(lackingFunds, partRejected(1)) },
  ],
  RejectPayment: [{ after: initiated(), command: toReject() }],
  CancelPayment: [{ after: initiated(), command: toCancel() }],
};

/** The statuses after which each event may come; `none` is before the first event. */
export const mayFollow: {
  readonly [Type in PaymentEvent['type']]: readonly (PaymentStatus | 'none')[];
} = {
  PaymentInitiated: ['none'],
  PaymentChanged: ['RCVD'],
  PaymentSigned: ['RCVD'],
  PaymentAuthorised: ['RCVD', 'PDNG'],
  PaymentClaimed: ['ACTC'],
  // An occurrence in flight is completed after the end of its order.
  OccurrenceProgressed: ['ACTC', 'CANC', 'RJCT'],
  PaymentProgressed: ['ACTC', 'ACCP', 'ACWC', 'ACSP', 'ACWP', 'PART'],
  PaymentRejected: ['RCVD', 'PDNG', 'ACTC', 'ACCP', 'ACWC', 'ACSP', 'PART'],
  PaymentCancelled: ['RCVD', 'ACTC', 'ACCP', 'ACWC'],
};
