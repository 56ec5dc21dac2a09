import { rateTermsOf } from '@nordgate/contracts/profile';
import type { BankProfile, RateTerms } from '@nordgate/contracts/profile';
import type { RunningWork } from '@nordgate/service';
import { InstanceCount, topCountsPoll } from '@nordgate/service/edge';
import { instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import { defaultRates } from './rate-limits.hook.js';
import type { Rates } from './rate-limits.hook.js';
import { TppRates } from './tpp-rates.js';

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
