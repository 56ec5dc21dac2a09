/** What a TPP saw of a payment at one time: the status, or what the bank answered in its place. */
export interface Reading {
  readonly when: string;
  readonly status: string;
}

/** A transfer as the TPP sent it, and as the bank shows it. */
export interface Transfer {
  readonly amount: string;
  readonly debtor: string;
  readonly creditor: string;
}

/** A payment that the bank has acknowledged. */
export interface PaymentRecord {
  readonly path: string;
  readonly sent: Transfer;
  /** Whether the bank has told the PSU that the approval is done. */
  readonly isApproved: boolean;
  /** Whether the bank executes it as soon as it is approved. */
  readonly isInstant: boolean;
  /** In the order of time. */
  readonly readings: readonly Reading[];
  /** The transfer that the last read shows, or what the bank answered in its place. */
  readonly shown: Transfer | string | undefined;
}

/** A booked transaction, as each read showed it; undefined: the read did not. */
export interface TransactionRecord {
  readonly id: string;
  readonly seen: readonly { readonly when: string; readonly text: string | undefined }[];
}

/** Something that was tried: undefined as fault means that it worked. */
export interface Attempt {
  readonly what: string;
  readonly fault: string | undefined;
}

/** The parked messages of an app after a turn. */
export interface ParkedMessages {
  readonly when: string;
  readonly app: string;
  readonly messages: readonly string[];
}

/** What a rehearsed upgrade has seen. */
export interface UpgradeEvidence {
  readonly payments: readonly PaymentRecord[];
  readonly transactions: readonly TransactionRecord[];
  readonly parked: readonly ParkedMessages[];
  /** Links that were given out in an earlier phase. */
  readonly links: readonly Attempt[];
  /** Statuses and answers that the customers waited for. */
  readonly journeys: readonly Attempt[];
  /** Migrations, and ends and starts of processes. */
  readonly replacements: readonly Attempt[];
}
