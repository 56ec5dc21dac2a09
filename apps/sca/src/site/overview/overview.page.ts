import { pageFrom } from '../frame/page-template.loader.js';
import type { InboxPart } from './inbox-view.js';
import type { TextKey } from '../language/texts.js';
import type { PasskeyPart } from '../enrolment/passkey.presenter.js';

/**
 * What waits for the signature of a PSU, what TPPs may read and the passkeys. Before the log-in, the
 * page has only the form that leads to the log-in.
 */
export interface OverviewPage extends InboxPart, PasskeyPart {
  readonly notice?: TextKey | undefined;
  /** Before the log-in in a sandbox: the app whose customers may log in, and what is wrong with it. */
  readonly app?: string;
  /** The length of the longest identifier of an app. */
  readonly appMax: number;
  readonly error?: TextKey | undefined;
  readonly csrf: string;
  readonly logIn: string;
  readonly logOut: string;
  readonly revoke: string;
  /** Undefined before the log-in. */
  readonly accesses?: readonly AccessOnPage[];
}

/** What one TPP may read. */
export interface AccessOnPage {
  /** The value in the form. */
  readonly key: string;
  readonly tppName: string;
  /** The organizationIdentifier of the TPP. */
  readonly tppId: string;
  /** The company whose access it is. Absent for an access of the PSU's own. */
  readonly actsFor?: string;
  /** Whether the bank answers the TPP now: not one that is stopped or that the register does not authorise. */
  readonly isPaused: boolean;
  /** What the TPP may do. */
  readonly may: readonly string[];
  /** Undefined for an account that the PSU may no longer see. */
  readonly accounts: readonly (AccountOnPage | undefined)[];
  /** Undefined before the first read. */
  readonly lastRead: ReadOnPage | undefined;
  readonly since: string;
  readonly until: string;
  /** That it is in force, and until when. */
  readonly now: string;
}

/** A read: what was read, or whether the PSU was there, and when. */
export interface ReadOnPage {
  readonly key: TextKey;
  readonly at: string;
}

/** An account or card account that a TPP may read. */
export interface AccountOnPage {
  readonly name: string;
  readonly number: string;
  /** What the TPP last read of it, and whether the PSU was there. */
  readonly reads: readonly ReadOnPage[];
}

/** What the overview shows besides its fixed addresses. */
export type OverviewContent = Omit<
  OverviewPage,
  'appMax' | 'logIn' | 'logOut' | 'revoke' | 'sign' | 'passOn'
>;

/** The page that asks once more before an access ends. */
export interface EndAccessPage {
  readonly access: AccessOnPage;
  readonly csrf: string;
  readonly revoke: string;
  /** The address for a PSU who keeps the access. */
  readonly keep: string;
}

export const renderEndAccess = pageFrom<EndAccessPage>(
  new URL('./end-access.eta', import.meta.url),
);

export const renderOverview = pageFrom<OverviewPage>(new URL('./overview.eta', import.meta.url));
