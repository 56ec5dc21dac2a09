import { Description, Optional } from '../base/fields/field.js';
import { Nested, NestedList } from '../base/fields/nested.js';
import { Text, WholeNumber } from '../base/fields/values.js';

/** More than a gateway can answer. */
const perSecondMax = 100_000;
/** A profile is read whole into every process. */
const tppCountMax = 1000;
/** The longest organizationIdentifier. Source: ETSI EN 319 412-1, 5.1.4 with X.520. */
const identifierLengthMax = 256;

/** Requests a second of one TPP over all gateways, and of its PSUs over all approval sites. */
export class ProfileTppRate {
  @Optional()
  @WholeNumber(1, perSecondMax)
  @Description(
    'Requests a second that only read (GET, HEAD), over all gateways; ten seconds of them at once. Default 40, in the sandbox 500.',
  )
  readsPerSecond?: number;

  @Optional()
  @WholeNumber(1, perSecondMax)
  @Description('The same for all other requests. Default 10, in the sandbox 500.')
  writesPerSecond?: number;

  @Optional()
  @WholeNumber(1, perSecondMax)
  @Description(
    'How often a second PSUs open a link of the TPP, over all instances of the approval site; ten seconds of it at once. Default 20, in the sandbox 500.',
  )
  linksPerSecond?: number;
}

/** The rate of a TPP that needs another one. */
export class ProfileRateOfTpp extends ProfileTppRate {
  @Text({ min: 1, max: identifierLengthMax })
  @Description('The organizationIdentifier of the TPP.')
  tpp!: string;
}

/** How much the bank takes from one TPP. */
export class ProfileRates {
  @Optional()
  @Nested(ProfileTppRate)
  @Description('Of every TPP that is not listed.')
  everyTpp?: ProfileTppRate;

  @Optional()
  @NestedList(ProfileRateOfTpp, tppCountMax)
  @Description('Of these TPPs.')
  tpps?: ProfileRateOfTpp[];
}

/** What the bank takes from one TPP and its PSUs a second, over all gateways and approval sites. */
export interface TppRate {
  readonly readsPerSecond: number;
  readonly writesPerSecond: number;
  readonly linksPerSecond: number;
}

/** The rates of the bank: of a TPP that is listed, and of all others. */
export interface RateTerms {
  readonly everyTpp: TppRate;
  readonly tpps: ReadonlyMap<string, TppRate>;
}

/**
 * Fifty requests a second are thousands of PSUs at their screens. A link needs a write, and some PSUs load it again. A
 * sandbox is where programs are tried under load.
 */
const defaults = {
  production: { readsPerSecond: 40, writesPerSecond: 10, linksPerSecond: 20 },
  sandbox: { readsPerSecond: 500, writesPerSecond: 500, linksPerSecond: 500 },
} as const satisfies Readonly<Record<string, TppRate>>;

/** The rates of a profile. */
export function rateTermsOf({
  environment,
  rates = {},
}: {
  readonly environment: keyof typeof defaults;
  readonly rates?: ProfileRates;
}): RateTerms {
  const everyTpp = { ...defaults[environment], ...rates.everyTpp };
  const tpps = (rates.tpps ?? []).map(
    ({ tpp, ...rate }) => [tpp, { ...everyTpp, ...rate }] as const,
  );
  return { everyTpp, tpps: new Map(tpps) };
}
