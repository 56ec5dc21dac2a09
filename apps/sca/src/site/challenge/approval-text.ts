import type { Approval } from './sca-method.js';

/**
 * Exactly what is approved, as one text: the same in any order of payments and accounts, another one
 * for any other content, context, customer or authorisation.
 */
export function approvalText(approval: Approval): string {
  const { authorisationId, customerId, context, corporateId = '', approves, accounts } = approval;
  const payments = approves.map(({ paymentId, hash }) => `${paymentId} ${hash}`).sort();
  const chosen = accounts === undefined ? [] : [[...accounts].sort()];
  const who = [authorisationId, customerId, context, corporateId];
  return JSON.stringify([...who, payments, ...chosen]);
}
