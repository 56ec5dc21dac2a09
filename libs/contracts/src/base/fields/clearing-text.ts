/**
 * The characters that the clearing carries: the printable ones of Latin-1. Control characters, NUL and
 * emoji are invalid: a character that a downstream system cannot process gets 400 (specification §1). So are
 * format characters, of which Latin-1 has one, the soft hyphen: two names that look alike could differ by it.
 */
export const clearingText = /^[\x20-\x7E\xA0-\xAC\xAE-\xFF]*$/u;

/** Such a text with a visible character: spaces and no-break spaces alone show nothing. */
export const visibleClearingText =
  /^[\x20\xA0]*[\x21-\x7E\xA1-\xAC\xAE-\xFF][\x20-\x7E\xA0-\xAC\xAE-\xFF]*$/u;

const foreignCharacter = /[^\x20-\x7E\xA0-\xAC\xAE-\xFF]/u;

/** The first character that the clearing does not carry: its code point, and its position from 1. */
export function firstForeignCharacter(
  text: string,
): { readonly character: string; readonly position: number } | undefined {
  const match = foreignCharacter.exec(text);
  if (match === null) return undefined;
  const codePoint = (match[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return { character: `U+${codePoint}`, position: [...text.slice(0, match.index)].length + 1 };
}
