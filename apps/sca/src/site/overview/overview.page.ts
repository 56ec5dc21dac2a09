import type { TextKey } from '../language/texts.js';
import type { InboxPart } from '../inbox/inbox.part.js';
import type { PasskeysPart } from '../passkey/passkey-list.part.js';
import { pageFrom } from '../frame/page-template.loader.js';

/**
 * What waits for a PSU's signature, what they have let TPPs read and their passkeys; without `csrf` of
 * a visit there is the way to the log-in only.
 */
export interface OverviewPage extends InboxPart, PasskeysPart {
  readonly notice?: TextKey;
  readonly csrf: string;
  readonly logIn: string;
  readonly logOut: string;
  readonly revoke: string;
  /** Undefined before the log-in. */
  readonly accesses?: readonly {
    /** How the form names it. */
    readonly key: string;
    readonly tppName: string;
    readonly actsFor: string;
    /** Undefined: an account that is gone. */
    readonly accounts: readonly ({ readonly name: string; readonly number: string } | undefined)[];
    readonly since: string;
    readonly until: string;
  }[];
}

export const renderOverview = pageFrom<OverviewPage>(new URL('./overview.eta', import.meta.url));
