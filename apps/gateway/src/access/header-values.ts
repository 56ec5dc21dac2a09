/** Reads one header; of a list that came in several headers, all of it. */
export type HeaderValues = (name: string) => string | undefined;

/** Reads Node's lower-case header object. Node joins repeats with a comma, or keeps the first. */
export function headerValuesOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): HeaderValues {
  return (name) => {
    const value = headers[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
}

/** The lower-case names that came more than once, from Node's `rawHeaders`. */
export function repeatedNames(rawHeaders: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    if (seen.has(name)) repeated.add(name);
    seen.add(name);
  }
  return repeated;
}
