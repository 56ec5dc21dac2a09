import { pageKindOf } from '../frame/page-kind.js';
import type { TextKey } from '../language/texts.js';
import type { Authorisation, Link, Received } from '../../authorisation/authorisation.js';
import { isOver } from '../../session/deadline.js';
import type { Leaving } from '../leave/outcome-parameters.js';
import { scopeOf } from '../../access/access.js';
import { isOwnBusiness } from '../../authorisation/same-challenge.js';
import { refreshAt } from '../frame/answer.js';
import type { CookieChange, Page } from '../frame/answer.js';
import { SiteError } from '../frame/site-error.js';
import { linkPath } from '../frame/site-address.js';
import type { Reader } from '../frame/site.service.js';
import type { ProviderOnPage } from '../oidc/provider-visit.service.js';
import { failureExit, formTargets, withTargets } from '../leave/exit.js';
import { renderLogIn, renderWaiting } from './log-in.page.js';
import type { TestCustomer } from './log-in.page.js';

/** Where a link leads. Looking at a link does not use it up. */
export type LinkState =
  /**
   * The event that opens the authorisation may still be on its way. A wrong token gets the same, so that
   * nobody learns whether an id exists.
   */
  | { readonly is: 'not-open-yet' }
  | { readonly is: 'open'; readonly authorisation: Received }
  /** Expired, used or failed; `why` is for the TPP. */
  | {
      readonly is: 'ended';
      readonly why: Leaving;
      readonly authorisation: Exclude<Authorisation, { readonly is: 'none' | 'void' }>;
    };

/** The state of a link, from the authorisation, a check of its token and the time of the database. */
export function linkState(
  authorisation: Authorisation,
  isToken: (link: Link) => boolean,
  now: string,
): LinkState {
  if (authorisation.is === 'none' || authorisation.is === 'void') return { is: 'not-open-yet' };
  if (!isToken(authorisation)) return { is: 'not-open-yet' };
  switch (authorisation.is) {
    case 'received':
      return isOver(authorisation.expiresAt, now)
        ? { is: 'ended', why: 'expired', authorisation }
        : { is: 'open', authorisation };
    case 'failed':
      return { is: 'ended', why: authorisation.failure.reason, authorisation };
    case 'psuIdentified':
    case 'scaMethodSelected':
    case 'finalised':
      return { is: 'ended', why: 'used', authorisation };
  }
}

/** A browser before the log-in. */
export interface LogInVisitor {
  readonly secret: string;
  /** The token of the log-in form. */
  readonly csrf: string;
  /** Sets the secret, when the browser has none yet. */
  readonly cookies: readonly CookieChange[];
}

/** A request to a link. */
export interface FollowedLink {
  /** The id of the authorisation. */
  readonly id: string;
  readonly token: string;
  readonly state: LinkState;
  /** False while only a cookie of the browser knows the log-in: nothing of it is written. */
  readonly isStored: boolean;
  /** The time of the database. */
  readonly now: string;
  readonly reader: Reader;
  readonly visitor: LogInVisitor;
  /** The identity provider of an open link; undefined when PSUs log in with a customer number. */
  readonly provider: ProviderOnPage | undefined;
  /** The customers to choose from: of an open link in the sandbox. */
  readonly testCustomers: readonly TestCustomer[];
  /** The secret of the browser after a log-in; undefined when there was none in this browser. */
  readonly owner: string | undefined;
}

/** The waiting page reloads once per second, ten times (design: SCA). */
const waitsMax = 10;

/**
 * The page before the authorisation is open here, and for a link that does not exist. Throws SiteError
 * after the last reload.
 */
export function waitingPage({ id, reader, token }: FollowedLink, waited: string): Page {
  const before = /^\d{1,2}$/.test(waited) ? Number(waited) : 0;
  if (before >= waitsMax) throw new SiteError('unknown-link');
  const url = `${linkPath(id, token)}?waited=${String(before + 1)}`;
  const html = renderWaiting(reader, { key: 'waiting.title' }, {});
  const { language } = reader;
  return { is: 'page', status: 200, language, html, refresh: { seconds: 1, url } };
}

/** Why the log-in form is shown again, and what the PSU typed into it. */
interface LogInFault {
  readonly error: TextKey;
  readonly typed: string;
}

/** The log-in form; `fault` says why it is shown again. */
export function logInPage(
  { id, now, provider, reader, testCustomers, token, visitor }: FollowedLink,
  authorisation: Received,
  fault?: LogInFault,
): Page {
  const { expiresAt, initiator, resource } = authorisation;
  const action = linkPath(id, token);
  const cancel = failureExit(authorisation, 'aborted', reader);
  const html = renderLogIn(
    reader,
    { key: 'logIn.title' },
    {
      kind: pageKindOf(resource),
      lead: leadOf(authorisation),
      tppName: initiator.tppName,
      tppId: isOwnBusiness(resource) ? undefined : initiator.tpp,
      action,
      csrf: visitor.csrf,
      ...fault,
      host: new URL(reader.overviewUrl).host,
      cancel: cancel?.href,
      provider: provider?.name,
      testCustomers,
    },
  );
  return {
    is: 'page',
    status: fault === undefined ? 200 : 422,
    language: reader.language,
    html,
    // When the link has ended, the reloaded page says so.
    refresh: refreshAt(expiresAt, { now, url: action }),
    formTarget: withTargets(formTargets(authorisation, reader.environment), provider?.targets),
    cookies: visitor.cookies,
  };
}

/** Who asks for what, by the roles of the TPP. */
function leadOf({ initiator, resource }: Received): TextKey {
  const kind = pageKindOf(resource);
  if (kind === 'contact') return 'access.asksContact';
  if (kind !== 'access') return `logIn.${kind}`;
  return scopeOf(initiator.roles) === 'funds' ? 'access.asksFunds' : 'access.asks';
}
