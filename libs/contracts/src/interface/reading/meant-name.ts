/** The longest name that is compared: no parameter is longer, and the comparison is quadratic. */
const comparedLengthMax = 32;

/** A name with so many wrong, missing or added characters is still recognised. */
const slipsMax = 2;

/**
 * The known name that a misspelt one means: the same in another case, or with at most two characters
 * wrong. Undefined for a name that resembles none, and for a name that is known itself.
 */
export function meantName(sent: string, known: readonly string[]): string | undefined {
  if (known.includes(sent) || sent.length > comparedLengthMax) return undefined;
  const lower = sent.toLowerCase();
  return known.find((name) => distance(lower, name.toLowerCase()) <= slipsFor(name));
}

/** Short names resemble everything. */
const slipsFor = (name: string): number => (name.length > 2 * slipsMax ? slipsMax : 0);

/** The edit distance of two short texts (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, character] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (row[j] ?? 0) + (character === b[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
