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
