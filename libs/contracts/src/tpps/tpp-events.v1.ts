/** Events of `tpp-stop-<tpp>`. They are the storage format: never edit one, add a version. */
export type TppStopEvent = TppStopped | TppReleased;

/** The operator stopped a TPP, through a last day or without an end: `stopped`. */
export interface TppStopped {
  readonly type: 'TppStopped';
  readonly data: {
    /** The TPP's organizationIdentifier. */
    readonly tppId: string;
    /** The last day of the stop in Oslo, YYYY-MM-DD; without it there is no end. */
    readonly until?: string;
    /** For people of the bank; the TPP is not told. */
    readonly reason: string;
    readonly at: string;
  };
}

/** The operator released the TPP: `released`. */
export interface TppReleased {
  readonly type: 'TppReleased';
  readonly data: { readonly at: string };
}

/** Events of `tpp-contact-<tpp>`. They are the storage format: never edit one, add a version. */
export type TppContactEvent = TppContactRegistered | TppContactRemoved;

/** The TPP registered the address for operational notices, or another one: `registered`. */
export interface TppContactRegistered {
  readonly type: 'TppContactRegistered';
  readonly data: {
    /** The TPP's organizationIdentifier. */
    readonly tppId: string;
    /** Of a role, never of a person. */
    readonly email: string;
    /** The request that registered it: a hash over TPP, route and X-Request-ID. */
    readonly by: string;
    readonly at: string;
  };
}

/** The TPP removed its address: `removed`. */
export interface TppContactRemoved {
  readonly type: 'TppContactRemoved';
  readonly data: { readonly at: string };
}
