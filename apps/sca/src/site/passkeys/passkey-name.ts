const lengthMax = 40;

/** The customer's name for a passkey, on one line; undefined when there is nothing left of it. */
export function passkeyNameOf(typed: string): string | undefined {
  const name = typed
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, lengthMax)
    .trim();
  return name === '' ? undefined : name;
}
