import { rateTermsOf } from '@nordgate/contracts/profile';
import type { RunningWork } from '@nordgate/service';
import { InstanceCount, topCountsPoll } from '@nordgate/service/edge';
import { instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import type { ScaSettings } from '../../sca.settings.js';
import { LinkRates } from './link-rates.service.js';

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
