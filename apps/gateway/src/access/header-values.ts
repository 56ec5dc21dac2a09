/**
 * Reads a header that may be sent once. Node joins repeats of unknown headers with a comma, and
 * the verify chain has refused repeats of the signed ones before.
 */
export type HeaderValues = (name: string) => string | undefined;

/** Reads Node's lower-case header object. */
export function headerValuesOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): HeaderValues {
  return (name) => {
    const value = headers[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
}
