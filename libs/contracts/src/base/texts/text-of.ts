import { en, type TextKey } from './en.js';
import { nb } from './nb.js';

/** Values that a text names, by placeholder. */
export type TextParams = Readonly<Record<string, string | number>>;

/** The languages of texts, the default first. */
export const LANGUAGES = ['en', 'nb'] as const;

/** A language of texts, as in `Content-Language`. */
export type Language = (typeof LANGUAGES)[number];

/** Longest message text and psuMessage (specification §8), in characters. */
export const textLengthMax = 512;

const loneSurrogate = /\p{Surrogate}/gu;

const catalogues: Readonly<Record<Language, Readonly<Record<TextKey, string>>>> = { en, nb };

/**
 * The text of a rule for people, with its parameters filled in. The text is never longer than the
 * specification allows (§7): parameters may repeat values of the request, which have any length.
 */
export function textOf(
  fault: { readonly rule: TextKey; readonly params: TextParams },
  language: Language,
): string {
  const template = catalogues[language][fault.rule];
  const text = template.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(fault.params, name) ? String(fault.params[name]) : placeholder,
  );
  const wellFormed = text.replace(loneSurrogate, '\uFFFD');
  // A character has one or two UTF-16 units, and most texts are short: they are not taken apart.
  if (wellFormed.length <= textLengthMax) return wellFormed;
  const characters = [...wellFormed];
  return characters.length <= textLengthMax
    ? wellFormed
    : `${characters.slice(0, textLengthMax - 1).join('')}…`;
}
