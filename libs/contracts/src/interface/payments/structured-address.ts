import { isBulk } from '../../base/values/payment-instruction.v2.js';
import type { PaymentInstruction } from '../../base/values/payment-instruction.v2.js';
import type { BodyPath } from '../../base/json/json-value.js';
import type { CreditorInstruction, CreditTransfer } from './credit-transfer.js';
import { visibleClearingText } from '../../base/fields/clearing-text.js';
import type { TextKey } from '../../base/texts/en.js';
import type { TextParams } from '../../base/texts/text-of.js';
import { formatFault } from '../reading/fault.js';
import type { BodyFault } from '../reading/fault.js';
import type { BodyContext, Partly } from '../reading/rule.js';

/**
 * From a date in the bank's profile on, payments through SWIFT or SEPA need the creditor's town and
 * country, and the BIC of the creditor's agent (specification §9, announced changes). The creditor's
 * name is always required, and the bank knows the debtor's address. `city` is the old name of the town.
 */
export function structuredAddressFaults(
  creditor: Partly<CreditorInstruction>,
  { today, structuredAddressesFrom }: BodyContext,
  at: BodyPath = [],
  why: Reason = { rule: 'address.structured' },
): BodyFault[] {
  return today < structuredAddressesFrom ? [] : missingParts(creditor, at, why);
}

/** Why a payment needs the parts, as its faults say it. */
interface Reason {
  readonly rule: TextKey;
  readonly params?: TextParams;
}

function missingParts(
  { creditorAddress, creditorAgent }: Partly<CreditorInstruction>,
  at: BodyPath,
  { rule, params }: Reason = { rule: 'address.structured' },
): BodyFault[] {
  const required = (part: BodyPath) => formatFault([...at, ...part], rule, params);
  const { townName, city } = creditorAddress ?? {};
  const hasTown = visibleClearingText.test(townName ?? city ?? '');
  return [
    ...(creditorAddress === undefined
      ? [required(['creditorAddress', 'country']), required(['creditorAddress', 'townName'])]
      : !hasTown
        ? [
            {
              ...required(['creditorAddress', 'townName']),
              derivedFrom: ['townName', 'city'],
            },
          ]
        : []),
    ...(creditorAgent === undefined ? [required(['creditorAgent'])] : []),
  ];
}

/**
 * The same rule for a domestic payment with an exchange of currencies, which also goes through SWIFT.
 * `at` is the place of the payment in a bulk.
 */
export function exchangeAddressFaults(
  body: Partly<CreditTransfer>,
  context: BodyContext,
  at: BodyPath = [],
): BodyFault[] {
  const { instructedAmount, debtorAccount } = body;
  if (instructedAmount?.currency === undefined || debtorAccount?.currency === undefined) return [];
  const params = { currency: instructedAmount.currency, accountCurrency: debtorAccount.currency };
  if (params.currency === params.accountCurrency) return [];
  return structuredAddressFaults(body, context, at, { rule: 'address.exchanged', params });
}

/**
 * Whether a payment goes through SWIFT or the SEPA clearing, which take structured addresses only: to
 * another country, or with an exchange of currencies (specification §9, announced changes).
 */
export function needsStructuredParties(
  { isDomestic }: { readonly isDomestic?: true },
  instruction: PaymentInstruction,
): boolean {
  return isDomestic !== true || exchangedPayments(instruction).length > 0;
}

/** Whether every creditor of such a payment has the parts of an address that the clearing requires. */
export function hasStructuredCreditors(
  { isDomestic }: { readonly isDomestic?: true },
  instruction: PaymentInstruction,
): boolean {
  const payments = isDomestic === true ? exchangedPayments(instruction) : paymentsOf(instruction);
  return payments.every((creditor) => missingParts(creditor, []).length === 0);
}

function exchangedPayments(instruction: PaymentInstruction): readonly CreditorInstruction[] {
  const { currency } = instruction.debtorAccount;
  return paymentsOf(instruction).filter(
    ({ instructedAmount }) => instructedAmount.currency !== currency,
  );
}

function paymentsOf(instruction: PaymentInstruction): readonly CreditorInstruction[] {
  return isBulk(instruction) ? instruction.payments : [instruction];
}
