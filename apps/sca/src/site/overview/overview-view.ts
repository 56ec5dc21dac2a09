import type { ActingCustomer, Language } from '@nordgate/contracts';
import { consentRefusal } from '../../access-view/access-answer.js';
import { accessStreamId } from '../../domain/access.js';
import type { Access, GrantedAccess } from '../../domain/access.js';
import type { OverviewPage } from '../overview/overview.page.js';
import { hashOf } from '../security/tokens.js';

/** How a form names an access: nothing of its TPP or customer can be read from it. */
export function accessKey(access: GrantedAccess): string {
  return hashOf(streamOfAccess(access));
}

/** The stream of an access. */
export function streamOfAccess({ tpp, customerId, context, corporateId }: GrantedAccess): string {
  const corporate = corporateId === undefined ? {} : { corporateId };
  return accessStreamId(tpp, customerId, { context, ...corporate });
}

/** Those that a TPP can use right now, the newest first. */
export function inForce(accesses: readonly Access[], now: string): readonly GrantedAccess[] {
  return accesses
    .filter((one) => one.is === 'granted')
    .filter((one) => consentRefusal(one, now) === undefined)
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** What may be read, as the PSU sees it. */
export function accessesOnPage(
  accesses: readonly GrantedAccess[],
  customer: ActingCustomer,
  language: Language,
): NonNullable<OverviewPage['accesses']> {
  const locale = language === 'nb' ? 'nb-NO' : 'en-GB';
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'Europe/Oslo' });
  return accesses.map((access) => {
    const context = customer.contexts.find((one) => one.corporateId === access.corporateId);
    return {
      key: accessKey(access),
      tppName: access.tppName,
      actsFor: context?.name ?? customer.name,
      accounts: access.accounts.map((id) => {
        const account = context?.viewable.find(({ accountId }) => accountId === id);
        return account && { name: account.name, number: account.bban };
      }),
      since: day.format(new Date(access.at)),
      until: day.format(new Date(access.validUntil)),
    };
  });
}
