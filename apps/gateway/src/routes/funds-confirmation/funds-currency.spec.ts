import { sandboxRates } from '@nordgate/contracts/codes';
import { isConvertible } from './funds-confirmation.controller.js';

const funds = { accountId: 'a', currency: 'NOK', isAvailable: true };

describe('an amount of a confirmation of funds', () => {
  it.each([
    ['in the currency of the account is comparable', 'NOK', undefined, {}, true],
    ['in another currency is comparable by the rates', 'EUR', sandboxRates, {}, true],
    ['without a rate is not comparable', 'XDR', sandboxRates, { isConvertible: false }, false],
    ['is not comparable by rates that the core keeps to itself', 'EUR', undefined, {}, false],
  ] as const)('%s', (_what, currency, rates, change, expected) => {
    expect(isConvertible({ ...funds, ...change }, currency, rates)).toBe(expected);
  });
});
