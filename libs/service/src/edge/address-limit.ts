import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ProxyList } from './proxy-list.js';
import { TokenBuckets } from './token-buckets.js';

/** How many requests of one client address a server takes. */
export interface AddressLimit {
  /** Requests per second; bursts are ten seconds' worth. */
  readonly perSecond: number;
  /** Requests of one forwarded address that a server answers at the same time. */
  readonly atOnce: number;
  /** The proxies whose X-Forwarded-For names the address. */
  readonly proxies: ProxyList;
  /** Whether a request has no limit. */
  readonly isExempt?: (request: FastifyRequest) => boolean;
  /** The error for a request above the limit, with the seconds after which the client may repeat it. */
  readonly refusal: (seconds: number) => Error;
}

/** A bucket that refuses has this many seconds' worth of requests when it is full. */
export const burstSeconds = 10;
const addressesMax = 20_000;

/**
 * Limits the requests of one address before anything of them is read. The connections of a trusted
 * proxy have no cap, so requests that come by a proxy are also limited in how many are open at once.
 */
export function addAddressLimit(fastify: FastifyInstance, limit: AddressLimit): void {
  const { perSecond, proxies, isExempt = () => false, refusal } = limit;
  const burst = perSecond * burstSeconds;
  const buckets = new TokenBuckets({ perSecond, burst, keysMax: addressesMax });
  const open = new OpenRequests(limit.atOnce);
  fastify.addHook('onRequest', (request, reply, done) => {
    if (isExempt(request)) return done();
    const key = addressKeyOf(request.ip);
    const seconds = buckets.take(key);
    if (seconds !== undefined) return done(refusal(seconds));
    if (!proxies.has(request.socket.remoteAddress ?? '')) return done();
    if (!open.add(key)) return done(refusal(1));
    // `onResponse` does not run for every client that goes before its answer.
    reply.raw.once('close', () => open.delete(key));
    done();
  });
}

/** The number of requests that are being answered, by address. */
class OpenRequests {
  private readonly counts = new Map<string, number>();

  constructor(private readonly max: number) {}

  /** Counts a request. Returns false when its address has too many. */
  add(key: string): boolean {
    const count = this.counts.get(key) ?? 0;
    if (count >= this.max) return false;
    this.counts.set(key, count + 1);
    return true;
  }

  delete(key: string): void {
    const count = (this.counts.get(key) ?? 1) - 1;
    if (count === 0) this.counts.delete(key);
    else this.counts.set(key, count);
  }
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
