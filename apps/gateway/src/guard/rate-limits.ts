import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import { addAddressLimit, burstSeconds, TokenBuckets } from '@nordgate/service/edge';
import type { ConnectionGuard, ProxyList } from '@nordgate/service/edge';
import type { FastifyInstance } from 'fastify';
import { fault, RequestError } from '../reply/request-error.js';

/** Permits per second that one instance gives to one TPP or address; bursts are ten seconds' worth. */
export interface Rates {
  readonly perTpp: number;
  readonly perAddress: number;
}

/**
 * One instance on one core answers fewer requests than this in total, so only a TPP that would take
 * the whole instance reaches the limit. That is thousands of times the load of PSUs at their screens:
 * the limit is for programs out of control. Several TPPs may share one address, hence the double.
 */
export const defaultRates: Rates = { perTpp: 5000, perAddress: 10_000 };

const tppsMax = 1000;

/** The bytes of a body that cost as much as a small request: parsing and validating take about as long. */
const bytesPerPermit = 16 * 1024;

/** Admits a TPP's request with its body. Throws RequestError, 429, when the TPP sends too much. */
export type Admit = (tpp: string, bodyBytes: number) => void;

/** The permits that a request takes: one, and one for every full 16 KiB of its body. */
export const costOf = (bodyBytes: number): number => 1 + Math.floor(bodyBytes / bytesPerPermit);

/** The limit per verified TPP, charged by cost. */
export function tppLimit({ perTpp }: Rates): Admit {
  const buckets = new TokenBuckets({
    perSecond: perTpp,
    burst: perTpp * burstSeconds,
    keysMax: tppsMax,
  });
  return (tpp, bodyBytes) => {
    const seconds = buckets.take(tpp, costOf(bodyBytes));
    if (seconds !== undefined) throw tooMany(seconds, 'tpp-rate');
  };
}

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

function tooMany(seconds: number, cause: 'tpp-rate' | 'address-rate'): RequestError {
  instrumentsOf().turnedAway.add(1, { [attributeNames.cause]: cause });
  return new RequestError([fault('ACCESS_EXCEEDED', 'request.tooMany')], {
    headers: { 'retry-after': String(seconds) },
  });
}
