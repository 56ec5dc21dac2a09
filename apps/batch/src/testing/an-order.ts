import type {
  PaymentAuthorised,
  PaymentCancelled,
  PaymentClaimed,
  PaymentInitiated,
  PaymentInstruction,
} from '@nordgate/contracts/events';
import type { SinglePaymentInitiation } from '@nordgate/contracts/http';
import { orderToExecute } from '@nordgate/contracts/rules';

export const tpp = 'PSDNO-FSA-999900001';
export const otherTpp = 'PSDNO-FSA-999900002';

/** Names and numbers are nobody's: the accounts lie in a register number that no bank has. */
export const aTransfer: SinglePaymentInitiation = {
  instructedAmount: { amount: '100.00', currency: 'NOK' },
  creditorName: 'Sandbox Bedrift Én AS',
  creditorAccount: { bban: '99996000016', currency: 'NOK' },
  debtorAccount: { bban: '99991200017', currency: 'NOK' },
};

const { debtorAccount, ...toOneCreditor } = aTransfer;

/** A bulk of so many sub-payments. */
export function bulkOf(count: number): PaymentInstruction {
  return { debtorAccount, payments: Array.from({ length: count }, () => toOneCreditor) };
}

/** On the first of each of three months. */
export const standingOrder: PaymentInstruction = {
  ...aTransfer,
  ...{ startDate: '2030-03-01', endDate: '2030-05-02', frequency: 'Monthly' },
};

/** The id of the nth payment of a test, in the order of their numbers. */
export function paymentIdOf(n: number, generation = 0): string {
  const id = n.toString(16).padStart(32, '0');
  return generation === 0 ? id : `${id}.${String(generation)}`;
}

/** What a TPP asks for, and when the bank accepts it. */
export interface AskedFor {
  readonly instruction?: PaymentInstruction;
  readonly service?: PaymentInitiated['data']['service'];
  readonly product?: string;
  readonly by?: string;
  readonly acceptedAt?: string;
}

/** The initiation of a payment; every detail may be changed. */
export function initiated({
  instruction = aTransfer,
  service = 'payments',
  product = 'norwegian-domestic-credit-transfers',
  by = tpp,
  acceptedAt = '2030-02-28T09:00:00.000Z',
}: AskedFor = {}): PaymentInitiated {
  return {
    type: 'PaymentInitiated',
    data: {
      ...{ service, product, instruction, acceptedAt, fingerprint: 'fingerprint-of-the-request' },
      initiator: {
        ...{ tpp: by, tppName: 'Sandbox TPP AS', tppSessionId: 'session-1' },
        redirectUri: 'https://tpp.example/return',
      },
      authorisation: { id: 'b2e1d4c3f5a6079889706b5c4d3e2f1a', tokenHash: 'hash-of-token' },
    },
  };
}

const at = '2030-03-01T11:30:00.000Z';

/** The approval of a payment, as a release wrote it that left the order to the initiation. */
export const authorisedBefore: PaymentAuthorised = {
  type: 'PaymentAuthorised',
  data: { by: 'authorisation-b2e1d4c3f5a6079889706b5c4d3e2f1a', customerId: 'customer-1', at },
};

/** The approval of a payment that a TPP asked for. */
export function authorised(asked: AskedFor | PaymentInitiated = {}): PaymentAuthorised {
  const { data } = 'data' in asked ? asked : initiated(asked);
  return {
    type: 'PaymentAuthorised',
    data: { ...authorisedBefore.data, order: orderToExecute(data) },
  };
}

export const cancelled: PaymentCancelled = { type: 'PaymentCancelled', data: { by: tpp, at } };

/** A run has claimed the payment, or one occurrence of it. */
export function claimed(
  run: string,
  { instruction = aTransfer, service = 'payments', by = tpp }: AskedFor = {},
  occurrence?: string,
): PaymentClaimed {
  const product = 'norwegian-domestic-credit-transfers';
  const order = { service, product, tpp: by, instruction };
  const claim = { by: run, order, day: '2030-03-01', at } as const;
  return occurrence === undefined
    ? { type: 'PaymentClaimed', data: { ...claim, status: 'ACCP' } }
    : { type: 'PaymentClaimed', data: { ...claim, status: 'ACTC', occurrence } };
}
