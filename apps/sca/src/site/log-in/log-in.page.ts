import type { PageKind } from '../frame/page-kind.js';
import { pageFrom } from '../frame/page-template.loader.js';
import type { TextKey } from '../language/texts.js';

/** A customer of the sandbox, who logs in without a password. */
export interface TestCustomer {
  readonly name: string;
  readonly number: string;
}

/** The log-in of a link. */
export interface LogInPage {
  readonly kind: PageKind;
  /** Who asks for what. */
  readonly lead: TextKey;
  readonly tppName: string;
  /** The organizationIdentifier of the TPP; absent when the bank asks itself. */
  readonly tppId?: string | undefined;
  readonly action: string;
  readonly csrf: string;
  readonly error?: TextKey | undefined;
  /** What the PSU typed before, to correct it. */
  readonly typed?: string | undefined;
  /** The host of the site, for PSUs to compare with the address in the browser. */
  readonly host: string;
  /** The identity provider; without it the page asks for a customer number. */
  readonly provider?: string | undefined;
  /** Customers of the sandbox to choose from; empty in production. */
  readonly testCustomers: readonly TestCustomer[];
  /** The address of the TPP for a PSU who does not log in. */
  readonly cancel?: string | undefined;
}

export const renderLogIn = pageFrom<LogInPage>(new URL('./log-in.eta', import.meta.url));

/** Shown while the event that opens the link is on its way. */
export const renderWaiting = pageFrom<Record<string, never>>(
  new URL('./waiting.eta', import.meta.url),
);
