import { CURRENCIES } from '../base/codes/currencies.js';
import type { Currency } from '../base/codes/currencies.js';
import { sandboxRates } from '../base/codes/sandbox-rates.js';
import type { ExchangeRates } from '../base/codes/sandbox-rates.js';
import { Description } from '../base/fields/field.js';
import { NestedList } from '../base/fields/nested.js';
import { DateText, OneOf, Pattern } from '../base/fields/values.js';
import { executorOf } from './execution-terms.js';
import type { ProfileExecution } from './execution-terms.js';

/** A decimal above zero, with at most 12 digits on each side of the point. */
const rateForm = /^(?!0(?:\.0+)?$)(?:0|[1-9]\d{0,11})(?:\.\d{1,12})?$/u;

/** The rate of one currency. */
export class ProfileRate {
  @OneOf(CURRENCIES)
  @Description('The currency; NOK has the rate 1 without being listed.')
  currency!: Currency;

  @Pattern(rateForm, 'profile.rate')
  @Description('Norwegian kroner for one unit of it, as a decimal string.')
  nok!: string;
}

/** At which rates the bank exchanges currencies. */
export class ProfileExchange {
  @DateText()
  @Description('The day from which the rates hold, shown with each estimate.')
  quotedOn!: string;

  @NestedList(ProfileRate, CURRENCIES.length)
  @Description('The rates; a payment that needs another one is refused when it is initiated.')
  rates!: ProfileRate[];
}

interface ExchangeProfile {
  readonly environment: 'sandbox' | 'production';
  readonly exchange?: ProfileExchange;
  readonly execution?: ProfileExecution;
}

/**
 * The rates at which a bank with this profile exchanges currencies: its own, or those of the sandbox where the
 * ledger moves the money. Undefined where the core decides, and the profile does not say how: then the bank
 * accepts payments in every currency, and estimates nothing.
 */
export function exchangeRatesOf(profile: ExchangeProfile): ExchangeRates | undefined {
  const { exchange } = profile;
  if (exchange === undefined) {
    return executorOf(profile) === 'ledger' ? sandboxRates : undefined;
  }
  const known = ratesOf.get(exchange) ?? listedRates(exchange);
  ratesOf.set(exchange, known);
  return known;
}

/** Every payment asks for them: they are made once for each profile. */
const ratesOf = new WeakMap<ProfileExchange, ExchangeRates>();

function listedRates({ quotedOn, rates }: ProfileExchange): ExchangeRates {
  const listed = rates.map(({ currency, nok }) => [currency, nok] as const);
  return { quotedOn, nokPerUnit: { NOK: '1', ...Object.fromEntries(listed) } };
}
