import type { Language } from '@nordgate/contracts/texts';
import { en } from './en.js';
import type { TextKey } from './en.js';
import { nb } from './nb.js';

export type { TextKey } from './en.js';

const catalogues: Readonly<Record<Language, Readonly<Record<TextKey, string>>>> = { en, nb };

/** The texts of one language; `{name}` in a text stands for the parameter of that name. */
export type Texts = (key: TextKey, parameters?: Readonly<Record<string, string>>) => string;

export function textsOf(language: Language): Texts {
  const catalogue = catalogues[language];
  return (key, parameters) => {
    const text = catalogue[key];
    if (parameters === undefined) return text;
    return text.replace(
      /\{(\w+)\}/g,
      (placeholder, name: string) => parameters[name] ?? placeholder,
    );
  };
}
