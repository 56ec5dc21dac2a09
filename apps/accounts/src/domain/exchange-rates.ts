/** The day from which the rates of the sandbox hold, YYYY-MM-DD. */
export const ratesSince = '2026-11-02';

/**
 * Norwegian kroner for one unit of a currency, as decimal strings. Illustrative rates of the sandbox, made
 * up in the size of the middle rates of Norges Bank in autumn 2026. They never change, and no bank trades
 * at them. A currency that is not here cannot be converted.
 */
export const nokPerUnit: Readonly<Record<string, string>> = {
  NOK: '1',
  // The currencies of the European Economic Area.
  EUR: '11.72',
  SEK: '1.06',
  DKK: '1.57',
  ISK: '0.081',
  PLN: '2.75',
  CZK: '0.482',
  HUF: '0.0302',
  RON: '2.31',
  BGN: '5.99',
  CHF: '12.55',
  // Others that customers often pay in.
  GBP: '13.45',
  USD: '10.13',
  JPY: '0.0668',
  CAD: '7.24',
  AUD: '6.62',
  NZD: '5.81',
  SGD: '7.83',
  HKD: '1.3',
  CNY: '1.42',
  INR: '0.115',
  THB: '0.312',
  TRY: '0.241',
  ZAR: '0.585',
  ILS: '3.06',
};
