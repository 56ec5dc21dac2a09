import type { ActingContext } from '@nordgate/contracts/queries';
import { consentRefusal } from '../../access/access-answer.js';
import { scopeOf } from '../../access/access.js';
import type { Access, GrantedAccess } from '../../access/access.js';
import type { Link } from '../../authorisation/authorisation.js';
import { contextKey } from '../content/acting-context.js';
import { accessEnd, heldUntil } from '../../session/deadline.js';
import type { Choice } from '../content/picked-accounts.js';
import type { Title } from '../frame/page-template.loader.js';
import type { Reader } from '../frame/site.service.js';
import { dayText, lastDayText } from '../language/plain-values.js';

/** What is in force between a TPP and a customer in one context, before the PSU decides. */
export type AccessState =
  | { readonly is: 'none' }
  | { readonly is: 'live'; readonly access: GrantedAccess }
  /** Its 180 days are over; `until` is ISO 8601. */
  | { readonly is: 'expired'; readonly until: string }
  /** The PSU or the TPP ended it, ISO 8601. */
  | { readonly is: 'ended'; readonly at: string };

/** The accesses of a TPP: that in the context of the page, and those in force in other contexts. */
export interface KnownAccess {
  readonly here: AccessState;
  readonly elsewhere: readonly GrantedAccess[];
}

/** Sorts the accesses of a customer: those of this TPP, in the context with this key and in others. */
export function knownAccess(
  accesses: readonly Access[],
  { context, now, tpp }: { readonly tpp: string; readonly context: string; readonly now: string },
): KnownAccess {
  const own = accesses.filter((one) => one.is !== 'none').filter((one) => one.tpp === tpp);
  const here = own.find((one) => contextKey(one) === context);
  return {
    here: accessState(here ?? { is: 'none' }, now),
    elsewhere: own
      .filter((one) => one.is === 'granted')
      .filter((one) => contextKey(one) !== context && consentRefusal(one, now) === undefined),
  };
}

/** The live access here that serves what a TPP with these roles asks for: an access to ask about amounts reads nothing. */
export function liveAccessFor(
  { here }: KnownAccess,
  { roles }: Pick<Link['initiator'], 'roles'>,
): GrantedAccess | undefined {
  return here.is === 'live' && here.access.scope === scopeOf(roles) ? here.access : undefined;
}

function accessState(access: Access, now: string): AccessState {
  switch (access.is) {
    case 'none':
      return access;
    case 'revoked':
      return { is: 'ended', at: access.revokedAt };
    case 'granted':
      return consentRefusal(access, now) === undefined
        ? { is: 'live', access }
        : { is: 'expired', until: access.validUntil };
  }
}

/** What the pages of a consent say before the PSU decides (specification 5.10), in the words of the bank. */
export interface AccessPart {
  /** Who asks. */
  readonly lead: string;
  /** What is in force now, and until when. */
  readonly now: readonly string[];
  /** What approving changes: what the TPP may do, until when, and how to end it. Or that it ends. */
  readonly then: readonly string[];
  /** What refusing changes. */
  readonly refuseHint: string;
  /** An access is in force that the PSU can end here. */
  readonly canEnd: boolean;
}

/** What the sentences are made of. */
interface AccessOfPage {
  readonly initiator: Link['initiator'];
  readonly known: KnownAccess;
  /** The contexts of the customer. */
  readonly contexts: readonly ActingContext[];
  /** The approval picks nothing, so it ends the access. */
  readonly ends: boolean;
  /** The time of the database. */
  readonly now: string;
}

/** The sentences of a consent page. */
export function accessPart(
  { contexts, ends, initiator, known, now }: AccessOfPage,
  reader: Pick<Reader, 'language' | 't'>,
): AccessPart {
  const { t, language } = reader;
  const { roles, tppName: tpp } = initiator;
  const { here } = known;
  const day = (end: string) => lastDayText(heldUntil(end), language);
  const isLive = here.is === 'live';
  const until = lastDayText(accessEnd(now), language);
  return {
    lead: t(scopeOf(roles) === 'funds' ? 'access.asksFunds' : 'access.asks', { tpp }),
    now: [
      hereText(known, tpp, reader),
      ...known.elsewhere.flatMap((one) => {
        const context = contexts.find((other) => contextKey(other) === contextKey(one));
        if (context === undefined) return [];
        const { name } = context;
        const key = one.scope === 'funds' ? 'access.elsewhereFunds' : 'access.elsewhere';
        return [t(key, { tpp, name, date: day(one.validUntil) })];
      }),
    ],
    then: ends
      ? [t('access.endHint', { tpp })]
      : [
          ...(isLive ? [t('access.replaces', { tpp })] : []),
          ...mayTexts({ roles, tppName: tpp }, reader),
          t('access.until', { date: until }),
          t('access.end'),
        ],
    refuseHint: isLive
      ? t('access.refuseLive', { date: day(here.access.validUntil) })
      : t('access.refuseNone', { tpp }),
    canEnd: isLive,
  };
}

/** The title of a consent page. It names the TPP. */
export function accessTitle({ initiator, ends }: Pick<AccessOfPage, 'initiator' | 'ends'>): Title {
  const parameters = { tpp: initiator.tppName };
  if (ends) return { key: 'access.titleEnd', parameters };
  const isForFunds = scopeOf(initiator.roles) === 'funds';
  return { key: isForFunds ? 'access.titleFunds' : 'access.title', parameters };
}

/** What a TPP with these roles may do with an access. A TPP from before is one that reads. */
function mayTexts(
  { roles, tppName: tpp }: Pick<Link['initiator'], 'roles' | 'tppName'>,
  { t }: Pick<Reader, 't'>,
): readonly string[] {
  const reads = scopeOf(roles) === undefined ? [t('access.reads', { tpp })] : [];
  const asks = roles?.includes('PSP_IC') === true ? [t('access.funds', { tpp })] : [];
  return [...reads, ...asks];
}

function hereText(
  { here }: KnownAccess,
  tpp: string,
  { t, language }: Pick<Reader, 'language' | 't'>,
): string {
  const day = (end: string) => lastDayText(heldUntil(end), language);
  switch (here.is) {
    case 'none':
      return t('access.none', { tpp });
    case 'live': {
      const key = here.access.scope === 'funds' ? 'access.liveFunds' : 'access.live';
      return t(key, { tpp, date: day(here.access.validUntil) });
    }
    case 'expired':
      return t('access.expired', { tpp, date: day(here.until) });
    case 'ended':
      return t('access.ended', { tpp, date: dayText(here.at, language) });
  }
}

/** The accounts and cards of an access that a new choice leaves out. */
export function removedFrom({ here }: KnownAccess, chosen: Choice): Required<Choice> {
  if (here.is !== 'live') return { accounts: [], cardAccounts: [] };
  const { accounts, cardAccounts = [] } = here.access;
  return {
    accounts: accounts.filter((one) => chosen.accounts?.includes(one) !== true),
    cardAccounts: cardAccounts.filter((one) => chosen.cardAccounts?.includes(one) !== true),
  };
}
