import { createHash } from 'node:crypto';
import { findProduct, needsStructuredParties } from '@nordgate/contracts/http';
import type { PaymentApproval } from '@nordgate/contracts/commands';
import type { PaymentEvent, PaymentInstruction } from '@nordgate/contracts/events';
import type { KnownPayment } from './payment.js';

/**
 * Binds an approval to exactly this instruction, amount and payee included: SHA-256 over the
 * instruction with sorted fields, base64url. Source: RTS on SCA (EU) 2018/389, Article 5.
 */
export function instructionHash(instruction: PaymentInstruction): string {
  return createHash('sha256').update(canonical(instruction)).digest('base64url');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`);
  return `{${fields.join(',')}}`;
}

/**
 * The event of the last approval that a payment needs: ACTC. A payment that must name its debtor gets
 * the debtor; where the bank does not know the debtor well enough it is RJCT (specification section 9).
 */
export function authorised(
  payment: KnownPayment,
  { by, customerId, debtor }: PaymentApproval,
  at: string,
): PaymentEvent {
  if (!needsDebtor(payment)) return { type: 'PaymentAuthorised', data: { by, customerId, at } };
  if (debtor === undefined) {
    const why = { code: 'PAYMENT_FAILED', reason: 'debtor-unknown' } as const;
    return { type: 'PaymentRejected', data: { by, ...why, at } };
  }
  return { type: 'PaymentAuthorised', data: { by, customerId, debtor, at } };
}

/** Whether the clearing requires the debtor's name, town and country (specification section 9). */
function needsDebtor({
  instruction,
  product,
  service,
  structuredAddresses,
}: KnownPayment): boolean {
  if (structuredAddresses !== true) return false;
  return needsStructuredParties(findProduct(service, product)?.product ?? {}, instruction);
}
