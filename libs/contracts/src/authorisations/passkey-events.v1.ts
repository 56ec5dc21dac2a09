/** Events of `passkeys-<customer>`: what a customer may approve with (WebAuthn level 3). */
export type PasskeyEvent =
  | PasskeyEnrolled
  | PasskeyUsed
  | PasskeyRemoved
  | PasskeysForgotten
  | PasskeysCarriedForward;

/** The customer added a passkey, with a separate authorisation: `known`. */
export interface PasskeyEnrolled {
  readonly type: 'PasskeyEnrolled';
  readonly data: {
    readonly customerId: string;
    /** As the authenticator has it, base64url. */
    readonly credentialId: string;
    /** COSE_Key, base64url. */
    readonly publicKey: string;
    /** The authenticator's signature counter; 0 where it has none. */
    readonly counter: number;
    /** How the browser reaches the authenticator; a hint for the next time. */
    readonly transports: readonly string[];
    /** The customer's own name for it. */
    readonly name: string;
    readonly authorisationId: string;
    readonly at: string;
  };
}

/** A passkey proved an approval. Its signature counter increased. */
export interface PasskeyUsed {
  readonly type: 'PasskeyUsed';
  readonly data: {
    readonly credentialId: string;
    readonly counter: number;
    /** SHA-256 of what the authenticator signed and its signature, base64url. */
    readonly proof: string;
    readonly authorisationId: string;
    readonly at: string;
  };
}

/** The customer removed the passkey. It can no longer prove an approval. */
export interface PasskeyRemoved {
  readonly type: 'PasskeyRemoved';
  readonly data: { readonly credentialId: string; readonly at: string };
}

/** The bank has erased what it knew of passkeys that were removed: `none`. The earlier events are deleted. */
export interface PasskeysForgotten {
  readonly type: 'PasskeysForgotten';
  readonly data: { readonly at: string };
}

/** The whole state of passkeys: `known`. The earlier events are dropped when this one is old enough. */
export interface PasskeysCarriedForward {
  readonly type: 'PasskeysCarriedForward';
  readonly data: {
    readonly customerId: string;
    /** Those in force, in the order in which they came. */
    readonly passkeys: readonly (Omit<PasskeyEnrolled['data'], 'customerId' | 'at'> & {
      readonly enrolledAt: string;
      readonly lastUse?: Pick<PasskeyUsed['data'], 'at' | 'proof'>;
    })[];
    /** Authorisations that have added a passkey, the newest first. */
    readonly spent: readonly string[];
    readonly carriedAt: string;
  };
}
