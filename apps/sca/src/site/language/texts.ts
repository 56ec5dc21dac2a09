import type { Language } from '@nordgate/contracts/texts';
import { en } from './en.js';
import type { Catalogue, PluralText, TextKey } from './en.js';
import { nb } from './nb.js';

export type { TextKey } from './en.js';

/** What goes into a text, by the names in its braces. */
type Parameters = Readonly<Record<string, string>>;

/**
 * The texts of one language. A parameter replaces its name in braces. The number in `count` chooses
 * the form of a text with plural forms.
 */
export type Texts = (key: TextKey, parameters?: Parameters) => string;

const catalogues: Readonly<Record<Language, Catalogue>> = { en, nb };

const pluralRules: Readonly<Record<Language, Intl.PluralRules>> = {
  en: new Intl.PluralRules('en'),
  nb: new Intl.PluralRules('nb'),
};

/** The texts of a language. A parameter that is not given stays as its name in braces. */
export function textsOf(language: Language): Texts {
  const catalogue = catalogues[language];
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
