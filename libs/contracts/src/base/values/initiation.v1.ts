/** PRIVATE or CORPORATE (specification 4.3, PSU-Context). */
export type PsuContext = 'PRIVATE' | 'CORPORATE';

/** A certificate as revocation lists name it. */
export interface SigningCertificate {
  /** SHA-256 of the issuer's raw name, base64url. */
  readonly issuer: string;
  /** The serial number in decimal digits. */
  readonly serial: string;
}

/** Who started a resource, as the gateway verified it. */
export interface Initiator {
  /** organizationIdentifier of the TPP's certificate (ETSI TS 119 495). */
  readonly tpp: string;
  /** The certificate's organisation name, shown to the PSU. */
  readonly tppName: string;
  /** The certificate of the signed request. Links end when it is revoked. Absent in events from before. */
  readonly certificate?: SigningCertificate;
  /** PSU-ID, absent on first contact. */
  readonly psuId?: string;
  /** The agreement of PSU-Corporate-ID, under its id inside the bank. */
  readonly corporateId?: string;
  readonly context?: PsuContext;
  readonly tppSessionId: string;
  /** TPP-Redirect-URI of the signed request. */
  readonly redirectUri: string;
  /** TPP-Nok-Redirect-URI: where the PSU returns after a failure; absent is redirectUri. */
  readonly nokRedirectUri?: string;
  /** TPP-Redirect-Preferred; absent is true. False asks for biometrics (specification 5.15). */
  readonly redirectPreferred?: boolean;
  /**
   * The PSD2 roles of a TPP that asks for access, so that the PSU reads what the TPP may do. Absent in events from
   * before, and where a payment is initiated.
   */
  readonly roles?: readonly TppRole[];
}

/** A PSD2 role of a TPP (ETSI TS 119 495). */
export type TppRole = 'PSP_AS' | 'PSP_PI' | 'PSP_AI' | 'PSP_IC';

/** An authorisation whose link was handed out with the resource that it approves. */
export interface LinkedAuthorisation {
  readonly id: string;
  /** SHA-256 of the link's token, base64url: the token itself is in no store. */
  readonly tokenHash: string;
}
