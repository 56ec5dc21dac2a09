const lengthMax = 40;

/**
 * The customer's name for a passkey, on one line; undefined when there is nothing left of it. No half
 * of a surrogate pair is left, which jsonb would refuse: \p{C} takes those that were typed, and the
 * cut is between whole characters.
 */
export function passkeyNameOf(typed: string): string | undefined {
  const line = typed.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  const name = Array.from(line).slice(0, lengthMax).join('').trim();
  return name === '' ? undefined : name;
}
