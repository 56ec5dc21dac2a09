import type { ActingContext, ActingCustomer } from '@nordgate/contracts/queries';
import { generationOf } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import { consentRefusal } from '../../access/access-answer.js';
import { accessStreamId } from '../../access/access.js';
import type { Access, GrantedAccess } from '../../access/access.js';
import { heldUntil } from '../../session/deadline.js';
import type { LastRead } from '../../access/last-reads.rows.js';
import {
  accountText,
  cardText,
  dayText,
  lastDayText,
  momentText,
} from '../language/plain-values.js';
import type { Reader } from '../frame/site.service.js';
import { hashOf } from '../security/tokens.js';
import type { AccountOnPage, OverviewPage, ReadOnPage } from './overview.page.js';
import type { Language } from '../language/site-language.js';

/** The value of an access in a form: a hash, which reveals neither TPP nor customer. */
export function accessKey(access: GrantedAccess): string {
  return hashOf(streamOfAccess(access));
}

/** The stream of an access: in the generation of the authorisation that granted it. */
export function streamOfAccess(access: GrantedAccess): string {
  const { tpp, customerId, consentId } = access;
  return accessStreamId(generationOf(consentId), tpp, customerId, access);
}

/** The accesses that a TPP can use now, the newest first. */
export function inForce(accesses: readonly Access[], now: string): readonly GrantedAccess[] {
  return accesses
    .filter((one) => one.is === 'granted')
    .filter((one) => consentRefusal(one, now) === undefined)
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** What the overview knows of a customer's accesses. */
export interface KnownAccesses {
  readonly accesses: readonly GrantedAccess[];
  readonly lastReads: readonly LastRead[];
  /** The TPPs of the accesses that may not act now. */
  readonly paused: ReadonlySet<string>;
}

/** The accesses in the language of the reader. */
export function accessesOnPage(
  { accesses, lastReads, paused }: KnownAccesses,
  customer: ActingCustomer,
  { language, t }: Pick<Reader, 'language' | 't'>,
): NonNullable<OverviewPage['accesses']> {
  return accesses.map((access) => {
    const context = customer.contexts.find((one) => one.corporateId === access.corporateId);
    const until = lastDayText(heldUntil(access.validUntil), language);
    const isForFunds = access.scope === 'funds';
    const live = isForFunds ? 'access.liveFunds' : 'access.live';
    return {
      key: accessKey(access),
      tppName: access.tppName,
      tppId: access.tpp,
      // The PSU's own access says nothing by their own name.
      ...defined({ actsFor: access.corporateId === undefined ? undefined : context?.name }),
      isPaused: paused.has(access.tpp),
      may: [t(isForFunds ? 'access.funds' : 'access.reads', { tpp: access.tppName })],
      accounts: accountsOf(access, context, (id) =>
        readsOnPage(lastReads, { access, id, language }),
      ),
      lastRead: lastReadOnPage(lastReads, access, language),
      since: dayText(access.at, language),
      until,
      now: t(live, { tpp: access.tppName, date: until }),
    };
  });
}

/** The granted accounts, then the card accounts; undefined for one that the PSU may no longer see. */
function accountsOf(
  { accounts, cardAccounts = [] }: GrantedAccess,
  context: ActingContext | undefined,
  readsOf: (id: string) => AccountOnPage['reads'],
): readonly (AccountOnPage | undefined)[] {
  const { viewable = [], viewableCards = [] } = context ?? {};
  return [
    ...accounts.map((id) => {
      const account = viewable.find(({ accountId }) => accountId === id);
      return (
        account && {
          name: account.name,
          number: accountText({ bban: account.bban }),
          reads: readsOf(id),
        }
      );
    }),
    ...cardAccounts.map((id) => {
      const card = viewableCards.find(({ cardAccountId }) => cardAccountId === id);
      return card && { name: card.name, number: cardText(card.maskedPan), reads: readsOf(id) };
    }),
  ];
}

/** The last read of any account by the TPP of an access; undefined before the first. */
function lastReadOnPage(
  lastReads: readonly LastRead[],
  access: GrantedAccess,
  language: Language,
): ReadOnPage | undefined {
  const [last] = readsBy(access, lastReads);
  if (last === undefined) return undefined;
  const key = `my.lastRead.${last.attended ? 'attended' : 'unattended'}` as const;
  return { key, at: momentText(last.at.toISOString(), language) };
}

/** The reads by the TPP of an access, the newest first. */
function readsBy(
  { tpp, corporateId, context }: GrantedAccess,
  lastReads: readonly LastRead[],
): readonly LastRead[] {
  return lastReads
    .filter((one) => one.tpp === tpp && one.context === (corporateId ?? context))
    .sort((a, b) => b.at.getTime() - a.at.getTime());
}

const readKinds = ['balances', 'transactions'] as const;

/** The last read of the balances and that of the transactions of an account by the TPP of an access. */
function readsOnPage(
  lastReads: readonly LastRead[],
  { access, id, language }: { access: GrantedAccess; id: string; language: Language },
): AccountOnPage['reads'] {
  const reads = readsBy(access, lastReads).filter(({ account }) => account === id);
  return readKinds.flatMap((kind) => {
    const last = reads.find((one) => one.kind === kind);
    if (last === undefined) return [];
    const key = `my.read.${kind}.${last.attended ? 'attended' : 'unattended'}` as const;
    return [{ key, at: momentText(last.at.toISOString(), language) }];
  });
}
