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
