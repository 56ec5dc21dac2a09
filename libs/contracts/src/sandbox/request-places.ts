/**
 * How many requests of one TPP the console of the sandbox shows, and how many a gateway keeps in its memory
 * (ADR 41).
 */
export interface RequestPlaces {
  /** All requests, whatever their signature. */
  readonly requestsMax: number;
  /** Those of them whose signature does not hold. */
  readonly unprovenMax: number;
}

/** The same in a gateway and in the list of all gateways, so that a list is as long as with one gateway. */
export const requestPlaces: RequestPlaces = { requestsMax: 50, unprovenMax: 10 };

/**
 * The requests of one TPP that have a place, in the same order: newest first. A request whose signature does
 * not hold may come from anybody, so such requests take a part of the places only.
 */
export function withPlaces<Request extends { readonly isProven: boolean }>(
  newestFirst: readonly Request[],
  { requestsMax, unprovenMax }: RequestPlaces = requestPlaces,
): readonly Request[] {
  let unproven = 0;
  return newestFirst
    .filter(({ isProven }) => isProven || (unproven += 1) <= unprovenMax)
    .slice(0, requestsMax);
}
