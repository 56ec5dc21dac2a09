import type { RateTerms } from '@nordgate/contracts/profile';
import { rateTermsOf } from '@nordgate/contracts/profile';
import {
  burstSeconds,
  TokenBuckets,
  TopCounts,
  InstanceCount,
  topCountsPoll,
} from '@nordgate/service/edge';
import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import type { RunningWork } from '@nordgate/service';
import { SiteError } from '../frame/site-error.js';
import type { ScaSettings } from '../../sca.settings.js';

const tppsMax = 1000;

/** A link of a TPP that somebody opens. */
interface OpenedLink {
  readonly tpp: string;
  /** Where the PSU can try again. */
  readonly path: string;
}

/**
 * How often PSUs may open the links of one TPP, so that the customers of one TPP do not crowd out those of the others.
 * The limits hold over all instances of the site, which share the openings of a TPP evenly: at one of n instances, an
 * opening costs n times as much.
 */
export class LinkRates {
  /** How often the links of each TPP were opened. */
  readonly counts = new TopCounts();
  private readonly everyTpp: TokenBuckets;
  private readonly tpps: ReadonlyMap<string, TokenBuckets>;

  /** @param instances how many instances of the site serve now, at least 1 */
  constructor(
    { everyTpp, tpps }: RateTerms,
    private readonly instances: () => number = () => 1,
    now?: () => number,
  ) {
    this.everyTpp = bucketOf(everyTpp.linksPerSecond, tppsMax, now);
    this.tpps = new Map(
      [...tpps].map(([tpp, { linksPerSecond }]) => [tpp, bucketOf(linksPerSecond, 1, now)]),
    );
  }

  /** Throws SiteError, 429, when the links of the TPP are opened too often. */
  admit({ tpp, path }: OpenedLink): void {
    this.counts.add(tpp);
    const seconds = (this.tpps.get(tpp) ?? this.everyTpp).take(tpp, this.instances());
    if (seconds === undefined) return;
    instrumentsOf().siteTurnedAway.add(1, { [attributeNames.cause]: 'tpp-links' });
    throw new SiteError('tpp-busy', path, seconds, undefined, { tpp });
  }
}

function bucketOf(perSecond: number, keysMax: number, now?: () => number): TokenBuckets {
  return new TokenBuckets({ perSecond, burst: perSecond * burstSeconds, keysMax }, now);
}

/** The rates of links while the site runs. */
export interface KeptLinkRates extends RunningWork {
  readonly rates: LinkRates;
  /** Counts the instances of the site for the first time. Never rejects. */
  firstLook(): Promise<void>;
  start(): void;
}

/** Keeps the rates of links by the number of sites, and measures the TPPs whose links are opened most. */
export function keepLinkRates(
  {
    environment,
    peersName,
    rates: terms,
  }: Pick<ScaSettings, 'environment' | 'peersName' | 'rates'>,
  log: Log,
): KeptLinkRates {
  const sites = peersName === undefined ? undefined : new InstanceCount(peersName, log);
  const rates = new LinkRates(terms ?? rateTermsOf({ environment }), sites?.current);
  const topTpps = topCountsPoll(rates.counts, instrumentsOf().topTppLinks);
  return {
    rates,
    firstLook: async () => sites?.look(),
    start: () => {
      sites?.start();
      topTpps.start();
    },
    stop: async () => {
      await Promise.all([sites?.stop(), topTpps.stop()]);
    },
  };
}
