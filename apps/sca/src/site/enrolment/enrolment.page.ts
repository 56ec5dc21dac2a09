import { pageFrom } from '../frame/page-template.loader.js';
import type { TextKey } from '../language/texts.js';

/** The page on which a passkey is created, after the SCA for it. */
export interface EnrolmentPage {
  readonly notice?: TextKey | undefined;
  readonly csrf: string;
  readonly action: string;
  /** The request to the authenticator: PublicKeyCredentialCreationOptionsJSON as JSON. */
  readonly request: string;
  /** The address for a PSU who adds no passkey. */
  readonly cancel: string;
}

export const renderEnrolment = pageFrom<EnrolmentPage>(new URL('./enrolment.eta', import.meta.url));
