import type { CreditorInstruction, CreditTransfer } from '../credit-transfer.js';
import { type Finding, formatError } from '../finding.js';
import type { BodyPath } from '../json-pointer.js';
import type { Partly } from './partly.js';
import type { BodyContext } from './rule.js';

/**
 * From the date of the bank's profile on, payments through SWIFT or SEPA need the creditor's town and
 * country and the BIC of the creditor's agent (specification §9, announced changes). The creditor's
 * name is required anyway, and the debtor's address is the bank's to know. `city` is the same town
 * under its old name.
 */
export function structuredAddressFindings(
  { creditorAddress, creditorAgent }: Partly<CreditorInstruction>,
  { today, structuredAddressesFrom }: BodyContext,
  at: BodyPath = [],
): Finding[] {
  if (today < structuredAddressesFrom) return [];
  const town = creditorAddress?.townName ?? creditorAddress?.city;
  return [
    ...(creditorAddress === undefined
      ? [
          required([...at, 'creditorAddress', 'country']),
          required([...at, 'creditorAddress', 'townName']),
        ]
      : town === undefined
        ? [
            {
              ...required([...at, 'creditorAddress', 'townName']),
              derivedFrom: ['townName', 'city'],
            },
          ]
        : []),
    ...(creditorAgent?.bic === undefined ? [required([...at, 'creditorAgent', 'bic'])] : []),
  ];
}

/**
 * The same for a payment within the country that changes currency: it goes through SWIFT as well. `at` is
 * where it stands in a bulk.
 */
export function exchangeAddressFindings(
  body: Partly<CreditTransfer>,
  context: BodyContext,
  at: BodyPath = [],
): Finding[] {
  const { instructedAmount, debtorAccount } = body;
  if (instructedAmount?.currency === undefined || debtorAccount?.currency === undefined) return [];
  const exchanges = instructedAmount.currency !== debtorAccount.currency;
  return exchanges ? structuredAddressFindings(body, context, at) : [];
}

function required(at: BodyPath): Finding {
  return formatError(at, 'address.structured');
}
