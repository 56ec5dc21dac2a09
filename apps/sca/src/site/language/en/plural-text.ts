/** A text in the forms for different numbers; the parameter `count` chooses the form. */
export interface PluralText {
  readonly one: string;
  readonly other: string;
}

/**
 * The texts of another language: every key of the English texts, with forms for numbers exactly where the
 * English text has them. A missing key is an error of the type checker.
 */
export type TextsLike<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : PluralText;
};
