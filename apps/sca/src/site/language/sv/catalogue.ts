import type { Catalogue } from '../en/catalogue.js';
import { access } from './access.js';
import { approval } from './approval.js';
import { ended } from './ended.js';
import { frame } from './frame.js';
import { logIn } from './log-in.js';
import { overview } from './overview.js';
import { method } from './method.js';
import { payment } from './payment.js';

/** The Swedish texts of the site. */
export const sv: Catalogue = {
  ...frame,
  ...logIn,
  ...approval,
  ...access,
  ...payment,
  ...method,
  ...overview,
  ...ended,
};
