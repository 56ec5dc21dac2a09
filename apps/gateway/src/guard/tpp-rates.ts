import type { RateTerms, TppRate } from '@nordgate/contracts/profile';
import { burstSeconds, TokenBuckets, TopCounts } from '@nordgate/service/edge';
import { tooMany } from './rate-limits.hook.js';

const tppsMax = 1000;

/** The bytes of a body that cost as much as a small request: parsing and validating take about as long. */
const bytesPerPermit = 16 * 1024;

/** A request of a verified TPP. */
export interface TppRequest {
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
