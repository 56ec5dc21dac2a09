import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { findProduct, needsStructuredParties } from '@nordgate/contracts/http';
import type { PaymentApproval } from '@nordgate/contracts/commands';
import type { PaymentEvent, PaymentInstruction } from '@nordgate/contracts/events';
import { defined } from '@nordgate/decider';
import type { KnownPayment } from './payment.js';

/**
 * Binds an approval to exactly this instruction, amount and payee included: SHA-256 over the
 * canonical JSON of the instruction, base64url. Throws for a lone surrogate, which no stored
 * instruction has: bodies have only characters of the clearing, and jsonb rejects it. Sources: RTS on
 * SCA (EU) 2018/389, Article 5; RFC 8785.
 */
export function instructionHash(instruction: PaymentInstruction): string {
  // An object always has a JSON form. Only undefined, functions and symbols have none.
  const json = canonicalize(instruction) as string;
  return createHash('sha256').update(json, 'utf8').digest('base64url');
}

/**
 * The event of the last approval that a payment needs: ACTC. A payment that must name its debtor gets
 * the debtor; where the bank does not know the debtor well enough it is RJCT (specification section 9).
 * Before structured addresses are enforced, a known debtor is kept too: the execution may be after that date.
 */
export function authorised(
  payment: KnownPayment,
  { by, customerId, debtor }: PaymentApproval,
  at: string,
): PaymentEvent {
  const approval = { by, customerId };
  if (!needsDebtor(payment)) return { type: 'PaymentAuthorised', data: { ...approval, at } };
  if (debtor === undefined && payment.structuredAddresses === true) {
    const why = { code: 'PAYMENT_FAILED', reason: 'debtor-unknown' } as const;
    return { type: 'PaymentRejected', data: { by, ...why, at } };
  }
  return { type: 'PaymentAuthorised', data: { ...approval, ...defined({ debtor }), at } };
}

/** Whether the clearing requires the debtor's name, town and country (specification section 9). */
function needsDebtor({ instruction, product, service }: KnownPayment): boolean {
  return needsStructuredParties(findProduct(service, product)?.product ?? {}, instruction);
}
