import { Big } from 'big.js';
import type {
  BulkPaymentInitiation,
  CreditorInstruction,
  PeriodicPaymentInitiation,
} from '@nordgate/contracts/http';
import type { Language } from '@nordgate/contracts/texts';
import type { TransferInstruction } from '@nordgate/contracts/events';
import { accountText, amountText, dateText, monthsText } from '../language/plain-values.js';
import { textsOf } from '../language/texts.js';
import type { TextKey, Texts } from '../language/texts.js';

/** One line of a payment's description. */
export interface Line {
  readonly label: string;
  readonly value: string;
  /** The value as the TPP sent it, for machines. */
  readonly exact?: string;
}

/** What the PSU has to see of a payment before they approve it (RTS on SCA, Article 5). */
export function paymentLines(instruction: TransferInstruction, language: Language): Line[] {
  const t = textsOf(language);
  return [
    ...creditorLines(instruction, language),
    line(t, 'payment.fromAccount', accountText(instruction.debtorAccount)),
    ...('frequency' in instruction
      ? scheduleLines(instruction, language, t)
      : [dateLine(instruction, language, t)]),
  ];
}

/** The creditor, the amount and the reason of a payment. */
export function creditorLines(instruction: CreditorInstruction, language: Language): Line[] {
  const t = textsOf(language);
  const { instructedAmount, creditorName, creditorAccount, ultimateDebtor } = instruction;
  const { amount, currency } = instructedAmount;
  const text = instruction.remittanceInformationUnstructured;
  return [
    { ...line(t, 'payment.amount', amountText(amount, currency, language)), exact: amount },
    line(t, 'payment.to', creditorName),
    line(t, 'payment.toAccount', accountText(creditorAccount)),
    ...(text === undefined ? [] : [line(t, 'payment.text', text)]),
    ...referencesIn(instruction).map((reference) => line(t, 'payment.reference', reference)),
    ...(ultimateDebtor === undefined ? [] : [line(t, 'payment.ultimateDebtor', ultimateDebtor)]),
  ];
}

function referencesIn(instruction: CreditorInstruction): string[] {
  const { remittanceInformationStructured: single } = instruction;
  const list = instruction.remittanceInformationStructuredArray ?? [];
  return [...(single === undefined ? [] : [single]), ...list.map(({ reference }) => reference)];
}

/** The date of a payment that is made once. */
function dateLine(
  { requestedExecutionDate: date }: { readonly requestedExecutionDate?: string },
  language: Language,
  t: Texts,
): Line {
  return line(t, 'payment.date', date === undefined ? t('payment.soon') : dateText(date, language));
}

function scheduleLines(
  instruction: PeriodicPaymentInitiation,
  language: Language,
  t: Texts,
): Line[] {
  const { startDate, endDate, frequency, monthsOfExecution, dayOfExecution, executionRule } =
    instruction;
  const months = monthsOfExecution ?? [];
  return [
    line(t, 'payment.frequency', t(`frequency.${frequency}`)),
    line(t, 'payment.start', dateText(startDate, language)),
    line(
      t,
      'payment.end',
      endDate === undefined ? t('payment.noEnd') : dateText(endDate, language),
    ),
    ...(months.length === 0 ? [] : [line(t, 'payment.months', monthsText(months, language))]),
    ...(dayOfExecution === undefined ? [] : [line(t, 'payment.day', dayOfExecution)]),
    ...(executionRule === undefined
      ? []
      : [line(t, 'payment.rule', t(`payment.rule.${executionRule}`))]),
  ];
}

/** What the payments of a bulk payment have in common, with their sum and their number. */
export function bulkLines(bulk: BulkPaymentInitiation, language: Language): Line[] {
  const t = textsOf(language);
  const { debtorAccount, payments, paymentInformationId: name } = bulk;
  return [
    ...totalsOf(bulk).map(([currency, total]) => ({
      ...line(t, 'bulk.total', amountText(total, currency, language)),
      exact: total,
    })),
    line(t, 'bulk.count', String(payments.length)),
    line(t, 'payment.fromAccount', accountText(debtorAccount)),
    ...(name === undefined ? [] : [line(t, 'bulk.name', name)]),
    dateLine(bulk, language, t),
  ];
}

/** The exact sum per currency, with the decimals of the most precise amount. */
export function totalsOf({ payments }: BulkPaymentInitiation): [string, string][] {
  const sums = new Map<string, { readonly sum: Big; readonly decimals: number }>();
  for (const { instructedAmount } of payments) {
    const { amount, currency } = instructedAmount;
    const { sum, decimals } = sums.get(currency) ?? { sum: new Big(0), decimals: 0 };
    const own = amount.split('.')[1]?.length ?? 0;
    sums.set(currency, { sum: sum.plus(amount), decimals: Math.max(decimals, own) });
  }
  return [...sums].map(([currency, { sum, decimals }]) => [currency, sum.toFixed(decimals)]);
}

/** One line with its label in the language of the reader. */
export function line(t: Texts, label: TextKey, value: string): Line {
  return { label: t(label), value };
}
