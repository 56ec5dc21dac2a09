import { SqlError } from '../../values.js';

type Matcher = (text: string) => boolean;

const cache = new Map<string, RegExp>();

/** Patterns come from statements and from ids in rows, so the cache has a bound. */
const cachedMax = 2_000;

function cached(key: string, make: () => RegExp): RegExp {
  const found = cache.get(key);
  if (found) return found;
  if (cache.size >= cachedMax) cache.clear();
  const made = make();
  cache.set(key, made);
  return made;
}

/** The test of LIKE, and of ILIKE. Throws 22025. */
export function likeMatcher(pattern: string, ignoresCase: boolean): Matcher {
  const flags = ignoresCase ? 'isu' : 'su';
  const expression = cached(`${flags} ${pattern}`, () => new RegExp(likeSource(pattern), flags));
  return (text) => expression.test(text);
}

function likeSource(pattern: string): string {
  let source = '';
  const characters = [...pattern];
  for (let at = 0; at < characters.length; at++) {
    let character = characters[at] ?? '';
    if (character === '%') source += '.*';
    else if (character === '_') source += '.';
    else {
      if (character === '\\') character = characters[++at] ?? '';
      if (character === '')
        throw new SqlError('22025', 'LIKE pattern must not end with escape character');
      source += character.replace(/[$()*+./?[\\\]^{|}]/, String.raw`\$&`);
    }
  }
  return `^${source}$`;
}

/** The test of `~` and `~*`. */
export function regexMatcher(source: string, ignoresCase: boolean): Matcher {
  const expression = regexOf(source, ignoresCase ? 'i' : '');
  return (text) => expression.test(text);
}

/** A regular expression of PostgreSQL, for the forms that JavaScript reads alike. Throws 2201B. */
export function regexOf(source: string, flags: string): RegExp {
  try {
    return cached(`regex ${flags} ${source}`, () => new RegExp(source, `s${flags}`));
  } catch (cause) {
    throw new SqlError('2201B', `invalid regular expression: ${String(cause)}`);
  }
}
