import type { TextKey } from '../language/texts.js';
import type { PageKind } from '../frame/page-kind.js';
import { pageFrom } from '../frame/page-template.loader.js';

/** The log-in of a link. */
export interface LogInPage {
  readonly kind: PageKind;
  readonly tppName: string;
  readonly action: string;
  readonly csrf: string;
  readonly error?: TextKey;
  /** Back to the TPP without logging in. */
  readonly cancel?: string;
}

export const renderLogIn = pageFrom<LogInPage>(new URL('./log-in.eta', import.meta.url));

/** Shown while the event that opens the link is on its way. */
export const renderWaiting = pageFrom<Record<string, never>>(
  new URL('./waiting.eta', import.meta.url),
);
