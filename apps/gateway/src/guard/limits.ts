/** How much of a request is read at all, and for how long it may keep a connection busy. */
export interface RequestLimits {
  readonly bodyBytesMax: number;
  /** Request line and headers together; Node's own default. */
  readonly headerBlockBytesMax: number;
  readonly headerCountMax: number;
  /** One header's value: a certificate is the longest one (`libs/signature`). */
  readonly headerLengthMax: number;
  /** RFC 9110 section 4.1 asks for at least 8000. */
  readonly urlLengthMax: number;
  readonly headersWithinMs: number;
  readonly requestWithinMs: number;
  /** A connection on which nothing moves, an answer that nobody reads included. */
  readonly idleMsMax: number;
  /** How often Node looks for requests that take too long. */
  readonly checkEveryMs: number;
  /** Further ones are closed at once. */
  readonly connectionsMax: number;
}

export const defaultLimits: RequestLimits = {
  bodyBytesMax: 1024 * 1024,
  headerBlockBytesMax: 16 * 1024,
  headerCountMax: 100,
  headerLengthMax: 12_288,
  urlLengthMax: 8000,
  headersWithinMs: 10_000,
  requestWithinMs: 30_000,
  idleMsMax: 60_000,
  checkEveryMs: 1000,
  connectionsMax: 10_000,
};
