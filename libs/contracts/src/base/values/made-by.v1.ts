/** The request of a TPP that made or changed something in the sandbox by hand. */
export interface MadeBy {
  /** A hash over TPP, route and X-Request-ID. */
  readonly request: string;
  /** The fingerprint of the request: a repeat has the same. */
  readonly content: string;
}
