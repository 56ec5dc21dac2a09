import type { Fault } from '../http/fault.js';
import { en, type TextKey } from './en.js';
import { nb } from './nb.js';

/** Languages that texts exist in, the default first. */
export const LANGUAGES = ['en', 'nb'] as const;

/** A language of texts, as in `Content-Language`. */
export type Language = (typeof LANGUAGES)[number];

/** Longest message text and psuMessage (specification §8), in characters. */
export const textLengthMax = 512;

const loneSurrogate = /\p{Surrogate}/gu;

const catalogues: Readonly<Record<Language, Readonly<Record<TextKey, string>>>> = { en, nb };

/**
 * What a fault says to a person, never longer than the specification allows (§7).
 * Values that came with the request may be of any length, so the filled text is cut.
 */
export function textOf(fault: Pick<Fault, 'rule' | 'params'>, language: Language): string {
  const template = catalogues[language][fault.rule];
  const text = template.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(fault.params, name) ? String(fault.params[name]) : placeholder,
  );
  const wellFormed = text.replace(loneSurrogate, '\uFFFD');
  return [...wellFormed].length <= textLengthMax
    ? wellFormed
    : `${[...wellFormed].slice(0, textLengthMax - 1).join('')}…`;
}
