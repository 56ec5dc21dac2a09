/** Member names and array indexes that lead from the body to one of its values. */
export type BodyPath = readonly (string | number)[];

/** Longest member name that a pointer repeats: names are chosen by the caller and may be huge. */
const memberNameLengthMax = 64;

const loneSurrogate = /\p{Surrogate}/gu;

/**
 * The JSON pointer (RFC 6901) of a place in a body; the whole body is the empty pointer.
 * A member name beyond any name of ours is cut short, and made well-formed Unicode.
 */
export function jsonPointer(path: BodyPath): string {
  return path.map((token) => `/${escaped(token)}`).join('');
}

function escaped(token: string | number): string {
  if (typeof token === 'number') return String(token);
  const name =
    token.length > memberNameLengthMax ? `${token.slice(0, memberNameLengthMax)}…` : token;
  return name.replace(loneSurrogate, '\uFFFD').replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The steps of a JSON pointer; array indexes stay text. */
export function pathOfPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
