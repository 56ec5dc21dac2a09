import type { TextsLike } from './plural-text.js';
import { access } from './access.js';
import { approval } from './approval.js';
import { ended } from './ended.js';
import { frame } from './frame.js';
import { inbox } from './inbox.js';
import { logIn } from './log-in.js';
import { notices } from './notices.js';
import { overview } from './overview.js';
import { passkey } from './passkey.js';
import { payment } from './payment.js';
import { provider } from './provider.js';
import { returned } from './return.js';

/** The English texts of the site. Their keys are the keys of every other language. */
export const en = {
  ...frame,
  ...logIn,
  ...approval,
  ...access,
  ...payment,
  ...passkey,
  ...provider,
  ...overview,
  ...inbox,
  ...ended,
  ...returned,
  ...notices,
} as const;

/** The key of a text. */
export type TextKey = keyof typeof en;

/** The texts of a language: a text has forms for numbers exactly when the English text has them. */
export type Catalogue = TextsLike<typeof en>;
