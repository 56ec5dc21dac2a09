import { sandboxRates } from '../base/codes/sandbox-rates.js';
import { exchangeRatesOf } from './exchange-terms.js';

const exchange = {
  quotedOn: '2026-11-25',
  rates: [{ currency: 'EUR', nok: '11.5' } as const],
};

describe('the rates of exchange of a bank', () => {
  it.each([
    ['a sandbox', { environment: 'sandbox' }, sandboxRates],
    ['production with its core', { environment: 'production' }, undefined],
    [
      'a sandbox with a core',
      { environment: 'sandbox', execution: { executor: 'core' } },
      undefined,
    ],
  ] as const)('of %s without rates in its profile are the known ones', (_which, profile, rates) => {
    expect(exchangeRatesOf(profile)).toBe(rates);
  });

  it.each(['ledger', 'core'] as const)('are those of the profile, with the %s', (executor) => {
    const profile = { environment: 'production', execution: { executor }, exchange } as const;
    expect(exchangeRatesOf(profile)).toEqual({
      quotedOn: '2026-11-25',
      nokPerUnit: { NOK: '1', EUR: '11.5' },
    });
  });
});
