import { isConvertible } from './funds-currency.js';

const funds = { accountId: 'a', currency: 'NOK', isAvailable: true };

describe('an amount of a confirmation of funds', () => {
  it.each([
    ['in the currency of the account', 'NOK', 'core', {}, true],
    ['in another currency, by the rates of the ledger', 'EUR', 'ledger', {}, true],
    ['in a currency without a rate', 'XDR', 'ledger', { isConvertible: false }, false],
    ['in another currency, by rates of the core that are not known', 'EUR', 'core', {}, false],
  ] as const)('%s is comparable or not', (_what, currency, executor, change, expected) => {
    expect(isConvertible({ ...funds, ...change }, currency, executor)).toBe(expected);
  });
});
