const digits = /^\d{11}$/;

/** The customer number of a person, without blanks, dots and dashes; undefined for any other text. */
export function customerNumberOf(typed: string): string | undefined {
  const number = typed.replaceAll(/[\s.-]/g, '');
  return digits.test(number) ? number : undefined;
}
