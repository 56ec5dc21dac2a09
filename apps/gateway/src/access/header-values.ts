/** Reads one header; of a list that came in several headers, all of it. */
export type HeaderValues = (name: string) => string | undefined;

/** Reads Node's lower-case header object. Node joins repeats with a comma, or keeps the first. */
export function headerValuesOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): HeaderValues {
  return (name) => {
    const value = headers[name];
    const text = typeof value === 'string' ? value.trim() : '';
    return text === '' ? undefined : text;
  };
}
