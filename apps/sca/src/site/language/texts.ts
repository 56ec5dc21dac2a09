import type { Language } from '@nordgate/contracts';
import { en } from './en.js';
import type { TextKey } from './en.js';
import { nb } from './nb.js';

export type { TextKey } from './en.js';

const catalogues: Readonly<Record<Language, Readonly<Record<TextKey, string>>>> = { en, nb };

/** The texts of one language; `{name}` in a text stands for the parameter of that name. */
export type Texts = (key: TextKey, parameters?: Readonly<Record<string, string>>) => string;

export function textsOf(language: Language): Texts {
  return (key, parameters = {}) =>
    catalogues[language][key].replace(
      /\{(\w+)\}/g,
      (placeholder, name: string) => parameters[name] ?? placeholder,
    );
}
