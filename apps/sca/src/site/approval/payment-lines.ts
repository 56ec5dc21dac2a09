import type { Language, PaymentInstruction } from '@nordgate/contracts';
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

/** Everything that the PSU has to see of a payment before approving it (RTS on SCA, Article 5). */
export function paymentLines(instruction: PaymentInstruction, language: Language): Line[] {
  const t = textsOf(language);
  const { instructedAmount, creditorName, creditorAccount, debtorAccount } = instruction;
  const { remittanceInformationUnstructured: text, ultimateDebtor } = instruction;
  const { amount, currency } = instructedAmount;
  const references = instruction.remittanceInformationStructuredArray ?? [];
  return [
    { ...line(t, 'payment.amount', amountText(amount, currency, language)), exact: amount },
    line(t, 'payment.to', creditorName),
    line(t, 'payment.toAccount', accountText(creditorAccount)),
    line(t, 'payment.fromAccount', accountText(debtorAccount)),
    ...(text === undefined ? [] : [line(t, 'payment.text', text)]),
    ...references.map(({ reference }) => line(t, 'payment.reference', reference)),
    ...(ultimateDebtor === undefined ? [] : [line(t, 'payment.ultimateDebtor', ultimateDebtor)]),
    ...('frequency' in instruction
      ? scheduleLines(instruction, language, t)
      : [line(t, 'payment.date', dateOf(instruction, language, t))]),
  ];
}

type Periodic = Extract<PaymentInstruction, { readonly frequency: unknown }>;
type Single = Exclude<PaymentInstruction, Periodic>;

function dateOf({ requestedExecutionDate }: Single, language: Language, t: Texts): string {
  return requestedExecutionDate === undefined
    ? t('payment.soon')
    : dateText(requestedExecutionDate, language);
}

function scheduleLines(instruction: Periodic, language: Language, t: Texts): Line[] {
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

function line(t: Texts, label: TextKey, value: string): Line {
  return { label: t(label), value };
}
