import { access } from './access.js';
import { approval } from './approval.js';
import { ended } from './ended.js';
import { frame } from './frame.js';
import { logIn } from './log-in.js';
import { overview } from './overview.js';
import { method } from './method.js';
import { payment } from './payment.js';

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

/** The English texts of the site. Their keys are the keys of every other language. */
export const en = {
  ...frame,
  ...logIn,
  ...approval,
  ...access,
  ...payment,
  ...method,
  ...overview,
  ...ended,
} as const;

/** The key of a text. */
export type TextKey = keyof typeof en;

/** The texts of a language: a text has forms for numbers exactly when the English text has them. */
export type Catalogue = TextsLike<typeof en>;
