import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { FastifyInstance } from 'fastify';
import { demandOf } from '../access/nest.js';
import { fault, Refused } from '../reply/refused.js';
import { addressKeyOf } from './address-key.js';
import { TokenBuckets } from './token-buckets.js';

/** Requests a second that one instance takes from one asker; ten seconds' worth of them at once. */
export interface Rates {
  readonly perTpp: number;
  readonly perAddress: number;
}

/**
 * An instance on one core answers less than this in all, so a TPP meets it only by wanting an
 * instance to itself: thousands of times what PSUs at their screens can cause. It is there for
 * programs that have gone astray. An address may be the way out of several TPPs, hence twice as much.
 */
export const defaultRates: Rates = { perTpp: 5000, perAddress: 10_000 };

const burstSeconds = 10;
const tppsMax = 1000;
const addressesMax = 20_000;

/** Refuses with 429 who asks too often; throws Refused. */
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
 * Limits what one address may ask, before anything is read or verified. The bank's own routes are
 * left out: they are for the platform.
 */
export function addAddressLimit(fastify: FastifyInstance, { perAddress }: Rates): void {
  const buckets = new TokenBuckets({
    perSecond: perAddress,
    burst: perAddress * burstSeconds,
    keysMax: addressesMax,
  });
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (demandOf(request.routeOptions.config) === 'unsigned') return done();
    const seconds = buckets.take(addressKeyOf(request.ip));
    done(seconds === undefined ? undefined : tooMany(seconds, 'address-rate'));
  });
}

function tooMany(seconds: number, cause: 'tpp-rate' | 'address-rate'): Refused {
  instrumentsOf().turnedAway.add(1, { [attributeNames.cause]: cause });
  return new Refused([fault('ACCESS_EXCEEDED', 'request.tooMany')], {
    headers: { 'retry-after': String(seconds) },
  });
}
