import { FREE_MAIL_DOMAINS, ROLE_WORDS } from '../../../base/codes/contact-words.js';
import type { BodyContext } from '../rule.js';

/** New year's day of 2030, before any example is executed; addresses have long been structured. */
export const aContext: BodyContext = {
  today: '2030-01-01',
  fixes: new Set<string>(),
  structuredAddressesFrom: '2026-08-13',
  kidAccounts: ['15030088880'],
  contacts: { roleWords: ROLE_WORDS, freeMailDomains: FREE_MAIL_DOMAINS },
  lastExecutionDate: '2031-01-01',
};
