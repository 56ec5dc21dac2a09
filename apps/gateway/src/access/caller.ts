import type { Fault } from '@nordgate/contracts/http';
import type { Language } from '@nordgate/contracts/texts';
import type { PsuContext } from '@nordgate/contracts/events';

/** A verified request's headers, read once; nothing downstream looks at raw headers again. */
export interface Caller {
  /** organizationIdentifier of the certificate. */
  readonly tpp: string;
  readonly tppName: string;
  readonly requestId: string;
  readonly psuId?: string;
  readonly corporateId?: string;
  readonly context?: PsuContext;
  readonly tppSessionId?: string;
  readonly redirectUri?: string;
  /** Only when TPP-Redirect-Preferred says so (specification 5.15). */
  readonly redirectPreferred?: false;
  /** Absent when the PSU is not present (specification section 8). */
  readonly psuIpAddress?: string;
  /** The fixes that are on: the values of x-accept-fix, and those that are the default by now. */
  readonly fixes: ReadonlySet<string>;
  readonly warnings: readonly Fault[];
  readonly language: Language;
}
