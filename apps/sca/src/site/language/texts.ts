import type { ProfileAccessText } from '@nordgate/contracts/profile';
import type { AccessTexts } from './en/access.js';
import { da } from './da/catalogue.js';
import { en } from './en/catalogue.js';
import type { Catalogue, TextKey, PluralText } from './en/catalogue.js';
import { nb } from './nb/catalogue.js';
import type { Language } from './site-language.js';
import { sv } from './sv/catalogue.js';

export type { TextKey } from './en/catalogue.js';

/** What goes into a text, by the names in its braces. */
type Parameters = Readonly<Record<string, string>>;

/**
 * The texts of one language. A parameter replaces its name in braces. The number in `count` chooses
 * the form of a text with plural forms.
 */
export type Texts = (key: TextKey, parameters?: Parameters) => string;

/** The texts of every language. */
export const catalogues: Readonly<Record<Language, Catalogue>> = { nb, en, sv, da };

const pluralRules: Readonly<Record<Language, Intl.PluralRules>> = {
  nb: new Intl.PluralRules('nb'),
  en: new Intl.PluralRules('en'),
  sv: new Intl.PluralRules('sv'),
  da: new Intl.PluralRules('da'),
};

/** Texts about access in the bank's own words (docs/reference/bank-profile.md). */
export type OwnTexts = Partial<AccessTexts>;

/** The texts of a language. A parameter that is not given stays as its name in braces. */
export function textsOf(language: Language, own?: OwnTexts): Texts {
  const catalogue: Catalogue =
    own === undefined ? catalogues[language] : { ...catalogues[language], ...own };
  return (key, parameters = {}) => {
    const text = formOf(catalogue[key], parameters, language);
    return text.replace(
      /\{(\w+)\}/g,
      (placeholder, name: string) => parameters[name] ?? placeholder,
    );
  };
}

function formOf(text: string | PluralText, { count }: Parameters, language: Language): string {
  if (typeof text === 'string') return text;
  return pluralRules[language].select(Number(count)) === 'one' ? text.one : text.other;
}

/** The bank's own texts by language. */
export function ownTextsOf(
  texts: readonly ProfileAccessText[],
): Readonly<Record<Language, OwnTexts | undefined>> {
  const of = (language: Language): OwnTexts | undefined => {
    const own = texts.filter((one) => one.language === language);
    if (own.length === 0) return undefined;
    return Object.fromEntries(own.map(({ name, text }) => [`access.${name}`, text]));
  };
  return { nb: of('nb'), en: of('en'), sv: of('sv'), da: of('da') };
}
