import type { FastifyInstance } from 'fastify';
import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import {
  addAddressLimit,
  InstanceCount,
  topCountsPoll,
  burstSeconds,
  TokenBuckets,
  TopCounts,
} from '@nordgate/service/edge';
import type { ConnectionGuard, ProxyList } from '@nordgate/service/edge';
import { rateTermsOf } from '@nordgate/contracts/profile';
import type { BankProfile, RateTerms, TppRate } from '@nordgate/contracts/profile';
import type { RunningWork } from '@nordgate/service';
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
interface Senders {
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
function tooMany(seconds: number, cause: 'tpp-rate' | 'address-rate'): RequestError {
  instrumentsOf().turnedAway.add(1, { [attributeNames.cause]: cause });
  return new RequestError([fault('ACCESS_EXCEEDED', 'request.tooMany')], {
    headers: { 'retry-after': String(seconds) },
  });
}

/** What the rates of TPPs are made of. */
export interface RateSettings {
  readonly profile: BankProfile;
  readonly rates?: Partial<Rates>;
  /** A name whose addresses are those of all gateways, which share the rates of a TPP. */
  readonly peersName?: string;
}

/** The rates of TPPs while the gateway runs. */
export interface KeptRates extends RunningWork {
  readonly tppRates: TppRates;
  /** Counts the gateways for the first time. Never rejects. */
  firstLook(): Promise<void>;
  start(): void;
}

/** Keeps the rates of TPPs by the number of gateways, and measures the busiest TPPs. */
export function keepRates(settings: RateSettings, log: Log): KeptRates {
  const { peersName } = settings;
  const { sandboxWritesPerTpp } = { ...defaultRates, ...settings.rates };
  const gateways = peersName === undefined ? undefined : new InstanceCount(peersName, log);
  const tppRates = new TppRates(termsOf(settings), sandboxWritesPerTpp, gateways?.current);
  const topTpps = topCountsPoll(tppRates.counts, instrumentsOf().topTppRequests);
  return {
    tppRates,
    firstLook: async () => gateways?.look(),
    start: () => {
      gateways?.start();
      topTpps.start();
    },
    stop: async () => {
      await Promise.all([gateways?.stop(), topTpps.stop()]);
    },
  };
}

/** The rates of the profile, unless the settings of this instance have one. */
function termsOf({ profile, rates: { perTpp } = {} }: RateSettings): RateTerms {
  const terms = rateTermsOf(profile);
  if (perTpp === undefined) return terms;
  const everyTpp = { ...terms.everyTpp, readsPerSecond: perTpp, writesPerSecond: perTpp };
  return { everyTpp, tpps: new Map() };
}

const tppsMax = 1000;

/** The bytes of a body that cost as much as a small request: parsing and validating take about as long. */
const bytesPerPermit = 16 * 1024;

/** A request of a verified TPP. */
interface TppRequest {
  readonly tpp: string;
  readonly method: string;
  readonly bodyBytes: number;
  /** Makes, changes or reads what the sandbox has by hand. */
  readonly isSandbox?: boolean;
}

/** Admits a TPP's request. Throws RequestError, 429, when the TPP sends too much. */
export type Admit = (request: TppRequest) => void;

/** The permits that a request takes: one, and one for every full 16 KiB of its body. */
export const costOf = (bodyBytes: number): number => 1 + Math.floor(bodyBytes / bytesPerPermit);

const readMethods = new Set(['GET', 'HEAD']);

/**
 * The limits of the verified TPPs, reads and writes apart, charged by cost. They hold over all gateways, which
 * share the requests of a TPP evenly: at one of n gateways, a request costs n times as much.
 */
export class TppRates {
  private readonly everyTpp: Buckets;
  private readonly tpps: ReadonlyMap<string, Buckets>;
  private readonly sandboxWrites: TokenBuckets;
  /** How many requests each TPP has sent. */
  readonly counts = new TopCounts();

  /**
   * @param sandboxWritesPerSecond what one TPP writes by hand in the sandbox, besides its other writes
   * @param gateways how many gateways serve now, at least 1
   */
  constructor(
    { everyTpp, tpps }: RateTerms,
    sandboxWritesPerSecond: number,
    private readonly gateways: () => number = () => 1,
    now?: () => number,
  ) {
    this.everyTpp = bucketsOf(everyTpp, tppsMax, now);
    this.sandboxWrites = bucketOf(sandboxWritesPerSecond, tppsMax, now);
    this.tpps = new Map([...tpps].map(([tpp, rate]) => [tpp, bucketsOf(rate, 1, now)]));
  }

  readonly admit: Admit = ({ tpp, method, bodyBytes, isSandbox = false }) => {
    const buckets = this.tpps.get(tpp) ?? this.everyTpp;
    const kind = readMethods.has(method) ? 'reads' : 'writes';
    this.counts.add(tpp);
    const isByHand = isSandbox && kind === 'writes';
    for (const bucket of [buckets[kind], ...(isByHand ? [this.sandboxWrites] : [])]) {
      const seconds = bucket.take(tpp, costOf(bodyBytes) * this.gateways());
      if (seconds !== undefined) throw tooMany(seconds, 'tpp-rate');
    }
  };
}

type Buckets = Readonly<Record<'reads' | 'writes', TokenBuckets>>;

function bucketsOf(rate: TppRate, keysMax: number, now?: () => number): Buckets {
  return {
    reads: bucketOf(rate.readsPerSecond, keysMax, now),
    writes: bucketOf(rate.writesPerSecond, keysMax, now),
  };
}

function bucketOf(perSecond: number, keysMax: number, now?: () => number): TokenBuckets {
  return new TokenBuckets({ perSecond, burst: perSecond * burstSeconds, keysMax }, now);
}
