/**
 * Events of `operation-<service>`: the record of what the operators of the bank did in a service. They are the storage
 * format: never edit one, add a version.
 */
export type OperationEvent =
  | OperationBegun
  | OperationProposed
  | OperationConfirmed
  | OperationRefused
  | OperationEnded;

/** The link of an entry to the entry before: a missing or changed entry breaks the chain (ADR 48). */
export interface ChainLink {
  /** Position in the record of the service: 1, 2, 3 … without a gap. */
  readonly entry: number;
  /** The hash of the entry before; 64 zeros in the first entry. */
  readonly previous: string;
  /** SHA-256, hexadecimal, over the canonical JSON of this entry without its hash. */
  readonly hash: string;
}

/** The members of every entry. */
export interface OperationEntry extends ChainLink {
  /** The id of the operation; all entries about one operation have it. */
  readonly operation: string;
  readonly at: string;
}

/** A person whose identity the service has verified. */
export interface OperatorPerson {
  /** `token`: by a token of an issuer. `certificate`: by a certificate and a signature with its key. */
  readonly by: 'token' | 'certificate';
  /** The issuer of the token, or the subject of the authority. */
  readonly issuer: string;
  /** The `sub` of the token, or the common name of the certificate. */
  readonly id: string;
  readonly name: string;
  /** The role that permits the operation. */
  readonly role: string;
}

/** What was requested, as ids: neither personal data that was shown nor the body of a payment is part of it. */
export interface AskedOperation {
  readonly name: string;
  /** The fields of the request that name its object. */
  readonly about: Readonly<Record<string, string | boolean>>;
  /** SHA-256, hexadecimal, over the canonical JSON of a body; absent without a body. */
  readonly bodyHash?: string;
}

/** Stored before the service acts. */
export interface OperationBegun {
  readonly type: 'OperationBegun';
  readonly data: OperationEntry & {
    readonly asked: AskedOperation;
    readonly by: OperatorPerson;
    readonly reason?: string;
  };
}

/** The operation waits for a second person. Nothing was done. */
export interface OperationProposed {
  readonly type: 'OperationProposed';
  readonly data: OperationEntry & {
    readonly asked: AskedOperation;
    readonly by: OperatorPerson;
    readonly reason?: string;
    /** From then on nobody can confirm it. */
    readonly until: string;
  };
}

/** A second person confirmed the operation. Stored before the service acts. */
export interface OperationConfirmed {
  readonly type: 'OperationConfirmed';
  readonly data: OperationEntry & { readonly by: OperatorPerson; readonly reason?: string };
}

/** The service refused the operation. Nothing was done. */
export interface OperationRefused {
  readonly type: 'OperationRefused';
  readonly data: OperationEntry & {
    readonly asked: AskedOperation;
    readonly refused: OperationRefusal;
    /** Absent where nobody was verified. */
    readonly by?: Omit<OperatorPerson, 'role'>;
    /** The name that the request claimed with `--as`. It is not verified. */
    readonly claimed?: string;
  };
}

/** Why an operation is refused. */
export type OperationRefusal =
  | 'UNVERIFIED'
  | 'OTHER_PERSON'
  | 'ROLE'
  | 'REASON_MISSING'
  | 'NOT_PROPOSED'
  | 'SAME_PERSON'
  | 'TOO_LATE'
  | 'TOO_MANY';

/** The operation has ended. An operation without this event ended in an unknown way. */
export interface OperationEnded {
  readonly type: 'OperationEnded';
  readonly data: OperationEntry & {
    readonly outcome: 'done' | 'failed';
    /** Why it failed, masked as in the log. */
    readonly fault?: string;
  };
}
