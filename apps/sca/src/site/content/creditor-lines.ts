import type { CreditorInstruction } from '@nordgate/contracts/http';
import { bbanOf } from '@nordgate/contracts/rules';
import type { Language } from '../language/site-language.js';
import { accountText, amountText, countryText } from '../language/plain-values.js';
import { textsOf } from '../language/texts.js';
import type { TextKey, Texts } from '../language/texts.js';

/** One line of a payment's description. */
export interface Line {
  readonly label: string;
  readonly value: string;
  /** The value as the TPP sent it, for machines. */
  readonly exact?: string;
}

/** One line with its label in the language of the reader. */
export function line(t: Texts, label: TextKey, value: string): Line {
  return { label: t(label), value };
}

/** One line, or none for a value that the payment does not have. */
export function lineIf(t: Texts, label: TextKey, value: string | undefined): Line[] {
  return value === undefined || value === '' ? [] : [line(t, label, value)];
}

/** The amount and the name of the payee. */
export function amountLines(instruction: CreditorInstruction, language: Language): Line[] {
  const t = textsOf(language);
  const { amount, currency } = instruction.instructedAmount;
  return [
    { ...line(t, 'payment.amount', amountText(amount, currency, language)), exact: amount },
    line(t, 'payment.to', instruction.creditorName),
  ];
}

/** Where the money goes: account, bank and address of the payee, and who gets it in the end. */
export function destinationLines(
  instruction: CreditorInstruction,
  language: Language,
  names?: AccountNames,
): Line[] {
  const t = textsOf(language);
  const { creditorAccount, instructedAmount, creditorAgent, creditorAgentName } = instruction;
  return [
    line(t, 'payment.toAccount', ofAmount(creditorAccount, instructedAmount.currency, names)),
    ...lineIf(t, 'payment.toBank', bankText(creditorAgentName, creditorAgent)),
    ...lineIf(t, 'payment.toAddress', addressText(instruction, language)),
    ...lineIf(t, 'payment.ultimateCreditor', instruction.ultimateCreditor),
    ...lineIf(t, 'payment.ultimateDebtor', instruction.ultimateDebtor),
  ];
}

/** What the payment is for. */
export function reasonLines(instruction: CreditorInstruction, language: Language): Line[] {
  const t = textsOf(language);
  const { purposeCode, remittanceInformationUnstructured: text } = instruction;
  return [
    ...lineIf(t, 'payment.text', text),
    ...referencesIn(instruction).map((reference) => line(t, 'payment.reference', reference)),
    ...lineIf(t, 'payment.purpose', purposeCode && t(`purpose.${purposeCode}`)),
    ...lineIf(t, 'payment.endToEnd', instruction.endToEndIdentification),
  ];
}

/** The names that the PSU's own accounts have at the bank, by BBAN. */
export type AccountNames = ReadonlyMap<string, string>;

/**
 * An account, with its name when it is the PSU's own, and with its currency when that is not the currency of the
 * amount: the bank then exchanges money.
 */
export function ofAmount(
  account: CreditorInstruction['creditorAccount'],
  currency: string | undefined,
  names?: AccountNames,
): string {
  const name = names?.get(bbanOf(account) ?? '');
  const text = [...(name === undefined ? [] : [name]), accountText(account)].join(' ');
  return account.currency === currency ? text : `${text} (${account.currency})`;
}

function bankText(name: string | undefined, bic: string | undefined): string | undefined {
  return name === undefined || bic === undefined ? (name ?? bic) : `${name} (${bic})`;
}

function addressText(
  { creditorAddress: address }: CreditorInstruction,
  language: Language,
): string | undefined {
  if (address === undefined) return undefined;
  const { street, buildingNumber, postalCode, townName, city, country } = address;
  const town = [...new Set([postalCode, townName, city])];
  const lines = [[street, buildingNumber], town, [countryText(country, language)]];
  return lines
    .map((parts) => parts.filter(Boolean).join(' '))
    .filter(Boolean)
    .join(', ');
}

function referencesIn(instruction: CreditorInstruction): string[] {
  const { remittanceInformationStructured: single } = instruction;
  const list = instruction.remittanceInformationStructuredArray ?? [];
  return [...(single === undefined ? [] : [single]), ...list.map(({ reference }) => reference)];
}
