/** What the bank seals its answers with, as PEM. */
export interface ResponseSeal {
  readonly key: string;
  /** The seal's certificate first; those that issued it may follow. */
  readonly certificate: string;
}
