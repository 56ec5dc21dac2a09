import { nextExecutionDates } from '@nordgate/contracts/calendar';
import type {
  BulkPaymentInitiation,
  CreditorInstruction,
  PeriodicPaymentInitiation,
} from '@nordgate/contracts/http';
import type { TransferInstruction } from '@nordgate/contracts/events';
import type { WrittenAmount } from '@nordgate/contracts/rules';
import { amountText, dateText, monthsText } from '../language/plain-values.js';
import { textsOf } from '../language/texts.js';
import type { Texts } from '../language/texts.js';
import type { Language } from '../language/site-language.js';
import {
  amountLines,
  destinationLines,
  line,
  lineIf,
  ofAmount,
  reasonLines,
} from './creditor-lines.js';
import type { Line } from './creditor-lines.js';
import { totalsOf } from './totals.js';

/** What the bank's profile says of a payment. */
export interface PaymentTerms {
  /** By the price list; undefined where the page does not say what it costs. */
  readonly fee?: WrittenAmount | 'none' | undefined;
  /** The product arrives within seconds. */
  readonly isInstant?: boolean;
}

/** What the PSU has to see of a payment before they approve it (RTS on SCA, Article 5). */
export function paymentLines(
  instruction: TransferInstruction,
  language: Language,
  terms: PaymentTerms = {},
): Line[] {
  return [...amountLines(instruction, language), ...termLines(instruction, language, terms)];
}

/** The same without amount and payee, for a page whose heading has both. */
export function termLines(
  instruction: TransferInstruction,
  language: Language,
  terms: PaymentTerms = {},
): Line[] {
  const t = textsOf(language);
  const { currency } = instruction.instructedAmount;
  return [
    ...destinationLines(instruction, language),
    line(t, 'payment.fromAccount', ofAmount(instruction.debtorAccount, currency)),
    ...('frequency' in instruction
      ? scheduleLines(instruction, language, t)
      : whenLines(instruction, language, terms)),
    ...feeLines(terms, 'frequency' in instruction, language),
    ...chargeLines(instruction, t),
    ...reasonLines(instruction, language),
    ...lineIf(t, 'payment.reported', reportedText(instruction, language)),
  ];
}

/** The creditor, the amount and the reason of a payment in a bulk. */
export function creditorLines(instruction: CreditorInstruction, language: Language): Line[] {
  return [
    ...amountLines(instruction, language),
    ...destinationLines(instruction, language),
    ...reasonLines(instruction, language),
  ];
}

/** What the payments of a bulk payment have in common, with their sum and their number. */
export function bulkLines(
  bulk: BulkPaymentInitiation,
  language: Language,
  terms: PaymentTerms = {},
): Line[] {
  const t = textsOf(language);
  const { batchBookingPreferred, debtorAccount, payments, paymentInformationId: name } = bulk;
  const totals = totalsOf([bulk]);
  const [currency] = totals.length === 1 ? (totals[0] ?? []) : [];
  const booking = batchBookingPreferred === true ? 'bulk.booking.sum' : 'bulk.booking.each';
  return [
    ...totals.map(([of, total]) => ({
      ...line(t, 'bulk.total', amountText(total, of, language)),
      exact: total,
    })),
    line(t, 'bulk.count', String(payments.length)),
    line(t, 'payment.fromAccount', ofAmount(debtorAccount, currency)),
    ...lineIf(t, 'bulk.name', name),
    ...whenLines(bulk, language, terms),
    ...feeLines(terms, false, language),
    line(t, 'bulk.booking', t(booking)),
  ];
}

/** The day of a payment that is made once, and how fast it arrives. */
function whenLines(
  instruction: {
    readonly requestedExecutionDate?: string;
    readonly serviceLevel?: 'URGP' | 'NURG';
  },
  language: Language,
  { isInstant = false }: PaymentTerms,
): Line[] {
  const t = textsOf(language);
  const { requestedExecutionDate: date, serviceLevel } = instruction;
  const day = date === undefined ? t('payment.soon') : dateText(date, language);
  return [
    ...(isInstant && date === undefined ? [] : [line(t, 'payment.date', day)]),
    ...(isInstant ? [line(t, 'payment.speed', t('payment.speed.instant'))] : []),
    ...lineIf(t, 'payment.speed', serviceLevel && t(`payment.speed.${serviceLevel}`)),
  ];
}

function scheduleLines(
  instruction: PeriodicPaymentInitiation,
  language: Language,
  t: Texts,
): Line[] {
  const { startDate, endDate, frequency, monthsOfExecution, dayOfExecution, executionRule } =
    instruction;
  const [first] = nextExecutionDates(instruction, startDate, 1);
  return [
    line(t, 'payment.frequency', t(`frequency.${frequency}`)),
    ...lineIf(t, 'payment.firstDate', first && dateText(first, language)),
    line(
      t,
      'payment.end',
      endDate === undefined ? t('payment.noEnd') : dateText(endDate, language),
    ),
    ...lineIf(t, 'payment.months', monthsText(monthsOfExecution ?? [], language)),
    ...lineIf(t, 'payment.day', dayOfExecution),
    ...lineIf(t, 'payment.rule', executionRule && t(`payment.rule.${executionRule}`)),
  ];
}

function feeLines({ fee }: PaymentTerms, isEachTime: boolean, language: Language): Line[] {
  const t = textsOf(language);
  if (fee === undefined) return [];
  if (fee === 'none') return [line(t, 'payment.fee', t('payment.fee.none'))];
  const once = amountText(fee.amount, fee.currency, language);
  const sum = isEachTime ? t('sum.each', { sum: once }) : once;
  return [{ ...line(t, 'payment.fee', sum), exact: fee.amount }];
}

/** Who bears the charges of the banks on the way. */
function chargeLines(instruction: TransferInstruction, t: Texts): Line[] {
  const bearer = 'chargeBearer' in instruction ? instruction.chargeBearer : undefined;
  return lineIf(t, 'payment.charges', bearer && t(`payment.charges.${bearer}`));
}

/** What the bank reports to the register of currency transactions. */
function reportedText(instruction: TransferInstruction, language: Language): string | undefined {
  const t = textsOf(language);
  const {
    regulatoryReportingCode: code,
    regulatoryReportingInformation: information,
    regulatoryReportingAmount: amount,
  } = instruction as Reported;
  const parts = [
    code && t('payment.reported.code', { code }),
    information,
    amount && amountText(amount.amount, amount.currency, language),
  ];
  return parts.filter(Boolean).join(', ');
}

/** The members that only payments across the border have. */
interface Reported {
  readonly regulatoryReportingCode?: string;
  readonly regulatoryReportingInformation?: string;
  readonly regulatoryReportingAmount?: WrittenAmount;
}
