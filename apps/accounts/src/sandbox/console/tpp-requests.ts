import type { KeptRequest } from '@nordgate/contracts/queries';
import { withPlaces } from '@nordgate/contracts/rules';

/** What one gateway answered; without `answer` it gave none. */
export interface GatewayAnswer {
  /** Names the gateway for people. */
  readonly instance: string;
  readonly answer?: readonly KeptRequest[];
}

/** The requests of a TPP at all gateways. */
export interface TppRequests {
  /** Newest first, as many as one gateway keeps. */
  readonly requests: readonly KeptRequest[];
  /** The gateways that gave no answer: their requests are missing. */
  readonly silent: readonly string[];
}

/**
 * Merges what the gateways answered. A request has one place, also when two addresses led to one gateway.
 * The limit for requests whose signature does not hold is that of one gateway, so that strangers who write
 * to many gateways fill no more places.
 */
export function mergedRequests(answers: readonly GatewayAnswer[]): TppRequests {
  const all = answers.flatMap(({ answer = [] }) => answer);
  const byId = new Map(all.map((request) => [request.id, request]));
  // All are in the form of Date.toISOString, so their texts have the order of their times.
  const newestFirst = [...byId.values()].sort((one, other) =>
    one.at === other.at ? 0 : one.at < other.at ? 1 : -1,
  );
  const silent = answers.filter(({ answer }) => answer === undefined);
  return { requests: withPlaces(newestFirst), silent: silent.map(({ instance }) => instance) };
}
