import type { BodyContext } from '../rules/rule.js';

/** New year's day of 2030, before any example is executed; addresses have long been structured. */
export const aContext: BodyContext = {
  today: '2030-01-01',
  fixes: new Set<string>(),
  structuredAddressesFrom: '2026-08-13',
  kidAccounts: ['15030088880'],
};
