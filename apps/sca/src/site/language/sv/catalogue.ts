import type { Catalogue } from '../en/catalogue.js';
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

/** The Swedish texts of the site. */
export const sv: Catalogue = {
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
};
