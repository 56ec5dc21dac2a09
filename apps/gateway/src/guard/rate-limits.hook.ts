import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import { addAddressLimit } from '@nordgate/service/edge';
import type { ConnectionGuard, ProxyList } from '@nordgate/service/edge';
import type { FastifyInstance } from 'fastify';
import { fault, RequestError } from '../reply/request-error.js';

/** Permits per second of one instance; bursts are ten seconds' worth. */
export interface Rates {
  /** Of reads and of writes of one TPP at this instance, in place of the bank's profile. */
  readonly perTpp?: number | undefined;
  readonly perAddress: number;
  /** For what one TPP makes, changes and removes in the sandbox by hand. */
  readonly sandboxWritesPerTpp: number;
}

/**
 * One instance on one core answers fewer requests than this in total, so only an address that would take the
 * whole instance reaches the limit: many TPPs may share one address.
 */
export const defaultRates: Rates = {
  perAddress: 10_000,
  // Each write stays in the history, and people and their scripts make a few at a time.
  sandboxWritesPerTpp: 50,
};

/** Where the requests of the gateway come from. */
export interface Senders {
  readonly proxies: ProxyList;
  /** Requests of one forwarded address that are answered at the same time. */
  readonly atOnce: number;
}

/**
 * Limits the requests of one address before anything is read or verified, those to the bank's own
 * routes too: the platform uses the probes of the internal server.
 */
export function limitAddresses(
  fastify: FastifyInstance,
  { perAddress }: Rates,
  { proxies, atOnce }: Senders,
): void {
  addAddressLimit(fastify, {
    perSecond: perAddress,
    atOnce,
    proxies,
    refusal: (seconds) => tooMany(seconds, 'address-rate'),
  });
}

/** Counts a connection that was closed because of a limit. */
export function countDropped(cause: Parameters<ConnectionGuard['onDrop']>[0]): void {
  instrumentsOf().turnedAway.add(1, { [attributeNames.cause]: cause });
}

/** The answer 429 to a request above a limit, with the seconds after which it may be repeated. */
export function tooMany(seconds: number, cause: 'tpp-rate' | 'address-rate'): RequestError {
  instrumentsOf().turnedAway.add(1, { [attributeNames.cause]: cause });
  return new RequestError([fault('ACCESS_EXCEEDED', 'request.tooMany')], {
    headers: { 'retry-after': String(seconds) },
  });
}
