/** A JSON object with members of unknown types. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is a JSON object: neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Member names and array indexes that lead from the body to one of its values. */
export type BodyPath = readonly (string | number)[];

/** Longest member name that a pointer repeats: the caller chooses names, and they may be huge. */
const memberNameLengthMax = 64;

const loneSurrogate = /\p{Surrogate}/gu;

/**
 * The JSON pointer (RFC 6901) of a place in a body; the whole body is the empty pointer. Long member
 * names are cut, and all names become well-formed Unicode.
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

/** The steps of a JSON pointer. Array indexes stay text. */
export function pathOfPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
