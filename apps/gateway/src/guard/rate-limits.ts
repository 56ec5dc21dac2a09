import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { FastifyInstance } from 'fastify';
import { fault, RequestError } from '../reply/request-error.js';
import { TokenBuckets } from './token-buckets.js';

/** Requests per second that one instance takes from one TPP or address; bursts are ten seconds' worth. */
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

const burstSeconds = 10;
const tppsMax = 1000;
const addressesMax = 20_000;

/** Admits a TPP's request. Throws RequestError, 429, when the TPP sends too many. */
export type Admit = (tpp: string) => void;

/** The limit per verified TPP. */
export function tppLimit({ perTpp }: Rates): Admit {
  const buckets = new TokenBuckets({
    perSecond: perTpp,
    burst: perTpp * burstSeconds,
    keysMax: tppsMax,
  });
  return (tpp) => {
    const seconds = buckets.take(tpp);
    if (seconds !== undefined) throw tooMany(seconds, 'tpp-rate');
  };
}

/**
 * Limits the requests of one address before anything is read or verified, those to the bank's own
 * routes too: the platform uses the probes of the internal server.
 */
export function addAddressLimit(fastify: FastifyInstance, { perAddress }: Rates): void {
  const buckets = new TokenBuckets({
    perSecond: perAddress,
    burst: perAddress * burstSeconds,
    keysMax: addressesMax,
  });
  fastify.addHook('onRequest', (request, _reply, done) => {
    const seconds = buckets.take(addressKeyOf(request.ip));
    done(seconds === undefined ? undefined : tooMany(seconds, 'address-rate'));
  });
}

function tooMany(seconds: number, cause: 'tpp-rate' | 'address-rate'): RequestError {
  instrumentsOf().turnedAway.add(1, { [attributeNames.cause]: cause });
  return new RequestError([fault('ACCESS_EXCEEDED', 'request.tooMany')], {
    headers: { 'retry-after': String(seconds) },
  });
}

/**
 * The key of one client: its IPv4 address, or the first half of its IPv6 address, since the owner of
 * an IPv6 network has all addresses in it. An IPv4-mapped IPv6 address counts as the IPv4 address.
 */
export function addressKeyOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  return mapped ?? `${groupsOf(ip).slice(0, 4).join(':')}::/64`;
}

/** The groups from the left, without leading zeros; `::` stands for as many zeros as are missing. */
function groupsOf(ip: string): string[] {
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::');
  const left = numbersIn(head);
  if (tail === undefined) return left;
  const right = numbersIn(tail);
  // A dotted end is two groups, but never reaches the first half of an address with `::`.
  const missing = Math.max(8 - left.length - right.length, 0);
  return [...left, ...Array.from({ length: missing }, () => '0'), ...right];
}

const numbersIn = (part: string): string[] =>
  part === '' ? [] : part.split(':').map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
