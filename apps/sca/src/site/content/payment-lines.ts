import { nextExecutionDates } from '@nordgate/contracts/calendar';
import type { PlannedExecution } from '@nordgate/contracts/calendar';
import type {
  BulkPaymentInitiation,
  CreditorInstruction,
  PeriodicPaymentInitiation,
} from '@nordgate/contracts/http';
import type { TransferInstruction } from '@nordgate/contracts/events';
import type { DebitEstimate } from '@nordgate/contracts/profile';
import type { WrittenAmount } from '@nordgate/contracts/rules';
import { amountText, dateText, decimalText, monthsText } from '../language/plain-values.js';
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
import type { AccountNames, Line } from './creditor-lines.js';
import { totalsOf } from './totals.js';

/** What the bank's profile says of a payment. */
export interface PaymentTerms {
  /** By the price list; undefined where the page does not say what it costs. */
  readonly fee?: WrittenAmount | 'none' | undefined;
  /** What a payment in another currency will probably take from the account. */
  readonly estimate?: DebitEstimate | undefined;
  /** When it is executed; undefined for an instant payment, and where the page does not say it. */
  readonly planned?: PlannedExecution | undefined;
  /** The product arrives within seconds. */
  readonly isInstant?: boolean;
  /** The names of the PSU's own accounts. */
  readonly accountNames?: AccountNames;
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
    ...destinationLines(instruction, language, terms.accountNames),
    line(
      t,
      'payment.fromAccount',
      ofAmount(instruction.debtorAccount, currency, terms.accountNames),
    ),
    ...('frequency' in instruction
      ? scheduleLines(instruction, language, terms)
      : whenLines(instruction, language, terms)),
    ...estimateLines(terms, 'frequency' in instruction, language),
    ...feeLines(terms, 'frequency' in instruction, language),
    ...chargeLines(instruction, t),
    ...reasonLines(instruction, language),
    ...lineIf(t, 'payment.reported', reportedText(instruction, language)),
  ];
}

/** Where a payment of a bulk goes, and its reason. */
export function creditorLines(
  instruction: CreditorInstruction,
  language: Language,
  { accountNames }: PaymentTerms = {},
): Line[] {
  return [
    ...destinationLines(instruction, language, accountNames),
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
    line(t, 'payment.fromAccount', ofAmount(debtorAccount, currency, terms.accountNames)),
    ...lineIf(t, 'bulk.name', name),
    ...whenLines(bulk, language, terms),
    ...estimateLines(terms, false, language),
    ...feeLines(terms, false, language),
    line(t, 'bulk.booking', t(booking)),
  ];
}

/** The day of a payment that is made once, as it will be and as it was asked for, and how fast it arrives. */
function whenLines(
  instruction: {
    readonly requestedExecutionDate?: string;
    readonly serviceLevel?: 'URGP' | 'NURG';
  },
  language: Language,
  { isInstant = false, planned }: PaymentTerms,
): Line[] {
  const t = textsOf(language);
  const { requestedExecutionDate: date, serviceLevel } = instruction;
  return [
    ...(isInstant && date === undefined
      ? []
      : [line(t, 'payment.date', dayText(date, language, planned))]),
    ...(isInstant ? [line(t, 'payment.speed', t('payment.speed.instant'))] : []),
    ...lineIf(t, 'payment.speed', serviceLevel && t(`payment.speed.${serviceLevel}`)),
  ];
}

function dayText(
  date: string | undefined,
  language: Language,
  planned: PlannedExecution | undefined,
): string {
  const t = textsOf(language);
  const isMoved = planned !== undefined && planned.day !== planned.wanted;
  if (!isMoved) return date === undefined ? t('payment.soon') : dateText(date, language);
  const day = dateText(planned.day, language);
  if (date === undefined) return t('payment.soon.on', { day });
  return t('payment.date.moved', { day, wanted: dateText(date, language) });
}

function scheduleLines(
  instruction: PeriodicPaymentInitiation,
  language: Language,
  { planned }: PaymentTerms,
): Line[] {
  const t = textsOf(language);
  const { startDate, endDate, frequency, monthsOfExecution, dayOfExecution, executionRule } =
    instruction;
  const first = planned?.day ?? nextExecutionDates(instruction, startDate, 1)[0];
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

/** What the account will probably be debited with, and by which rate. */
function estimateLines(
  { estimate }: PaymentTerms,
  isEachTime: boolean,
  language: Language,
): Line[] {
  if (estimate === undefined) return [];
  const t = textsOf(language);
  const { payments, rate, quotedOn } = estimate;
  const once = amountText(payments.amount, payments.currency, language);
  const sum = isEachTime ? t('sum.each', { sum: once }) : once;
  const day = dateText(quotedOn, language);
  const text =
    rate === undefined
      ? t('payment.estimate.rates', { sum, day })
      : t('payment.estimate.rate', { sum, day, rate: decimalText(rate, language) });
  return [{ ...line(t, 'payment.estimate', text), exact: payments.amount }];
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
