import { lastDayBefore, withMinorUnits } from '@nordgate/contracts/rules';
import type { AccountNumbers } from '@nordgate/contracts/rules';
import type { Language } from './site-language.js';

const oslo = 'Europe/Oslo';
const locales: Readonly<Record<Language, string>> = {
  nb: 'nb-NO',
  en: 'en-GB',
  sv: 'sv-SE',
  da: 'da-DK',
};

/**
 * An exact amount: digits in groups of three, never rounded, with the decimals of its currency, which stands
 * behind it.
 */
export function amountText(amount: string, currency: string, language: Language): string {
  const exact = withMinorUnits({ amount, currency });
  const [, fraction = ''] = exact.split('.');
  const digits = fraction.length;
  const format = new Intl.NumberFormat(locales[language], {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: 'always',
  });
  // A text is formatted with all its digits; a number would be rounded.
  return `${format.format(exact as Intl.StringNumericLiteral)}\u00a0${currency}`;
}

/** An exact decimal, such as a rate: never rounded, with as many decimals as it has. */
export function decimalText(decimal: string, language: Language): string {
  const digits = decimal.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat(locales[language], { maximumFractionDigits: digits });
  return format.format(decimal as Intl.StringNumericLiteral);
}

/** A date of the interface (YYYY-MM-DD). */
export function dateText(date: string, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${date}T00:00:00Z`));
}

/** The day of an instant (ISO 8601) in Norway. */
export function dayText(at: string, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: oslo });
  return format.format(new Date(at));
}

/** The last day in Norway of what ends at an instant (ISO 8601): at midnight it is the day before. */
export function lastDayText(end: string, language: Language): string {
  return dateText(lastDayBefore(end), language);
}

/** The day and the time of an instant (ISO 8601) in Norway. */
export function momentText(at: string, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: oslo,
  });
  return format.format(new Date(at));
}

/** The time of an instant (ISO 8601) in Norway. */
export function timeText(at: string, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], { timeStyle: 'short', timeZone: oslo });
  return format.format(new Date(at));
}

/** Months 1..12 by name. */
export function monthsText(months: readonly number[], language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], {
    month: 'long',
    timeZone: 'UTC',
  });
  return months.map((month) => format.format(new Date(Date.UTC(2000, month - 1)))).join(', ');
}

/** A country by name, from its code of ISO 3166-1. */
export function countryText(code: string, language: Language): string {
  return new Intl.DisplayNames(locales[language], { type: 'region' }).of(code) ?? code;
}

/** An account as people write it: 1234 56 78901, or an IBAN in groups of four. */
export function accountText({ bban, iban }: AccountNumbers): string {
  if (bban === undefined) return (iban ?? '').replaceAll(/(.{4})(?=.)/g, '$1\u00a0');
  return bban.replace(/^(\d{4})(\d{2})(\d{5})$/, '$1\u00a0$2\u00a0$3');
}

/** The masked number of a card in groups of four. */
export function cardText(maskedPan: string): string {
  return maskedPan.replaceAll(/(.{4})(?=.)/g, '$1\u00a0');
}
