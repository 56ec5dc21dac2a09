import type { TextKey } from '../language/texts.js';
import { pageFrom } from '../frame/page-template.loader.js';

/** Where a passkey is made, after the SCA for it. */
export interface EnrolmentPage {
  readonly notice?: TextKey;
  readonly csrf: string;
  readonly action: string;
  /** What the browser asks an authenticator for: PublicKeyCredentialCreationOptionsJSON as JSON. */
  readonly request: string;
  /** Where the PSU goes back without a passkey. */
  readonly cancel: string;
}

export const renderEnrolment = pageFrom<EnrolmentPage>(new URL('./enrolment.eta', import.meta.url));
