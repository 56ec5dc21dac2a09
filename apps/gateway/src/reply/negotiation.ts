import { LANGUAGES } from '@nordgate/contracts/texts';
import type { Language } from '@nordgate/contracts/texts';
import { contentCodings, languageRanges, mediaRanges, weightOf, wishesOf } from './wishes.js';
import type { Wish } from './wishes.js';

/** Bokmål is what the bank writes; who prefers another Norwegian reads it, too. */
const norwegian: ReadonlySet<string> = new Set(['nb', 'no', 'nn']);

/** The language of texts for an Accept-Language header: English unless Norwegian is preferred. */
export function languageOf(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined) return LANGUAGES[0];
  const wishes = wishesOf(acceptLanguage, languageRanges).map(({ name, weight }) => ({
    name: languageIn(name),
    weight,
  }));
  const [nb, en] = [weightOf(wishes, 'nb', '*') ?? 0, weightOf(wishes, 'en', '*') ?? 0];
  if (nb !== en) return nb > en ? 'nb' : LANGUAGES[0];
  return nb > 0 && comesFirst('nb', 'en', wishes) ? 'nb' : LANGUAGES[0];
}

/** The first subtag, where `nn-NO` is as good as `nb`. */
function languageIn(range: string): string {
  const [primary = ''] = range.split(/[-_]/, 1);
  return norwegian.has(primary) ? 'nb' : primary;
}

/** Whether a header names one before the other, or does not name the other. */
function comesFirst(one: string, other: string, wishes: readonly Wish[]): boolean {
  const named = wishes.find(({ name }) => name === one || name === other);
  return named?.name === one;
}

/** The content codings of answers; `identity` means none. */
export type Encoding = 'gzip' | 'br' | 'identity';

/**
 * Whether an Accept header accepts JSON, whatever its parameters other than the weight. A header of which
 * nothing can be read asks for nothing.
 */
export function takesJson(accept: string): boolean {
  // Nearly all TPPs send one of these.
  if (accept === 'application/json' || accept === '*/*') return true;
  const wishes = wishesOf(accept, mediaRanges);
  if (wishes.length === 0) return true;
  return (weightOf(wishes, 'application/json', 'application/*', '*/*') ?? 0) > 0;
}

const encodings: readonly Encoding[] = ['gzip', 'br', 'identity'];
/** Uncoded is allowed without being named (RFC 9110 section 12.5.3), and preferred to nothing else. */
const unnamed = Number.MIN_VALUE;

/** The coding that an Accept-Encoding header prefers; undefined when it accepts none. */
export function encodingFor(acceptEncoding: string): Encoding | undefined {
  const wishes = codingsIn(acceptEncoding);
  const places = encodings.map((encoding) => {
    const at = wishes.findIndex(({ name }) => name === encoding);
    const weight = encoding === 'identity' ? identityIn(wishes) : weightOf(wishes, encoding, '*');
    return { encoding, weight: weight ?? 0, at: at < 0 ? wishes.length : at };
  });
  const accepted = places.filter(({ weight }) => weight > 0);
  return accepted.sort((one, other) => other.weight - one.weight || one.at - other.at)[0]?.encoding;
}

/** Some clients still write the old name of gzip (RFC 9110 section 8.4.1.3). */
const codingsIn = (acceptEncoding: string): readonly Wish[] =>
  wishesOf(acceptEncoding, contentCodings).map((wish) =>
    wish.name === 'x-gzip' ? { ...wish, name: 'gzip' } : wish,
  );

function identityIn(wishes: readonly Wish[]): number {
  return weightOf(wishes, 'identity') ?? (weightOf(wishes, '*') === 0 ? 0 : unnamed);
}

/** Whether an answer may leave uncoded: it may unless the header excludes that. */
export function takesIdentity(acceptEncoding: string): boolean {
  // Only a weight of zero excludes it.
  return !acceptEncoding.includes('0') || identityIn(codingsIn(acceptEncoding)) > 0;
}

export const takesEncoding = (acceptEncoding: string): boolean =>
  encodingFor(acceptEncoding) !== undefined;
