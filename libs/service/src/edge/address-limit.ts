import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKeyOf } from './address-key.js';
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
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (isExempt(request)) return done();
    const key = addressKeyOf(request.ip);
    const seconds = buckets.take(key);
    if (seconds !== undefined) return done(refusal(seconds));
    const isForwarded = proxies.has(request.socket.remoteAddress ?? '');
    if (!isForwarded || open.add(key, request)) return done();
    done(refusal(1));
  });
  fastify.addHook('onResponse', (request, _reply, done) => {
    open.delete(request);
    done();
  });
}

/** The requests that are being answered, by address. */
class OpenRequests {
  private readonly counts = new Map<string, number>();
  private readonly keyOf = new WeakMap<FastifyRequest, string>();

  constructor(private readonly max: number) {}

  /** Counts a request. Returns false when its address has too many. */
  add(key: string, request: FastifyRequest): boolean {
    const count = this.counts.get(key) ?? 0;
    if (count >= this.max) return false;
    this.counts.set(key, count + 1);
    this.keyOf.set(request, key);
    return true;
  }

  delete(request: FastifyRequest): void {
    const key = this.keyOf.get(request);
    if (key === undefined) return;
    this.keyOf.delete(request);
    const count = (this.counts.get(key) ?? 1) - 1;
    if (count === 0) this.counts.delete(key);
    else this.counts.set(key, count);
  }
}
