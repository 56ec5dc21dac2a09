const digits = /^\d{11}$/;

/** A person's customer number as typed, blanks apart; undefined when it cannot be one. */
export function customerNumberOf(typed: string): string | undefined {
  const number = typed.replaceAll(/[\s.-]/g, '');
  return digits.test(number) ? number : undefined;
}
