import type { TransferInstruction } from '@nordgate/contracts/events';
import type { ApprovablePayment } from '@nordgate/contracts/queries';
import { anInitiator } from './an-authorisation.js';

/** An account of the customer in these tests. */
export const ownBban = '15062078902';

/** A valid single payment. */
export function anInstruction(change: Partial<TransferInstruction> = {}): TransferInstruction {
  return {
    instructedAmount: { amount: '1250.50', currency: 'NOK' },
    creditorName: 'Strøm & Varme AS',
    creditorAccount: { bban: '86011117947', currency: 'NOK' },
    debtorAccount: { bban: ownBban, currency: 'NOK' },
    remittanceInformationUnstructured: 'March <invoice>',
    ...change,
  };
}

/** A payment in the answer of the payments service. */
export function aPaymentView(change: Partial<ApprovablePayment> = {}): ApprovablePayment {
  return {
    paymentId: 'pay-1',
    version: 1,
    service: 'payments',
    product: 'norwegian-domestic-credit-transfers',
    initiator: anInitiator(),
    fingerprint: 'fingerprint-1',
    instruction: anInstruction(),
    transactionStatus: 'RCVD',
    hash: 'hash-1',
    ...change,
  };
}
