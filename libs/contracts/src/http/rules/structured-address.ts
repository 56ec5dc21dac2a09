import type { CreditTransfer } from '../credit-transfer.js';
import { type Finding, formatError } from '../finding.js';
import type { Partly } from './partly.js';
import type { BodyContext } from './rule.js';

/**
 * From the date of the bank's profile on, payments through SWIFT or SEPA need the creditor's town and
 * country and the BIC of the creditor's agent (specification §9, announced changes). The creditor's
 * name is required anyway, and the debtor's address is the bank's to know. `city` is the same town
 * under its old name.
 */
export function structuredAddressFindings(
  { creditorAddress, creditorAgent }: Partly<CreditTransfer>,
  { today, structuredAddressesFrom }: BodyContext,
): Finding[] {
  if (today < structuredAddressesFrom) return [];
  const town = creditorAddress?.townName ?? creditorAddress?.city;
  return [
    ...(creditorAddress === undefined
      ? [required(['creditorAddress', 'country']), required(['creditorAddress', 'townName'])]
      : town === undefined
        ? [{ ...required(['creditorAddress', 'townName']), derivedFrom: ['townName', 'city'] }]
        : []),
    ...(creditorAgent?.bic === undefined ? [required(['creditorAgent', 'bic'])] : []),
  ];
}

/** The same for a payment within the country that changes currency: it goes through SWIFT as well. */
export function exchangeAddressFindings(
  body: Partly<CreditTransfer>,
  context: BodyContext,
): Finding[] {
  const { instructedAmount, debtorAccount } = body;
  if (instructedAmount?.currency === undefined || debtorAccount?.currency === undefined) return [];
  const exchanges = instructedAmount.currency !== debtorAccount.currency;
  return exchanges ? structuredAddressFindings(body, context) : [];
}

function required(at: readonly string[]): Finding {
  return formatError(at, 'address.structured');
}
