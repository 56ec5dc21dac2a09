import { sandboxRates } from '@nordgate/contracts/codes';
import { GetFunds } from '@nordgate/contracts/queries';
import type { OpenAccount } from '../domain/account.js';
import { bbanOfNumber, fundsOn, isNamedBy } from './funds.js';

const iban = 'NO5399991200017';
const bban = '99991200017';
const account: OpenAccount = {
  is: 'open',
  accountId: 'a1',
  ownerId: 'p1',
  bban,
  iban,
  currency: 'NOK',
  name: 'Konto',
  kind: 'CACC',
  balance: '100.00',
};
const both = { iban, bban };
const ask = (amount: string, currency = 'NOK') =>
  fundsOn({ account, available: '70.00' }, new GetFunds(both, amount, currency));

describe('the funds of an account', () => {
  it('are not available while it is blocked', () => {
    const query = new GetFunds(both, '1.00', 'NOK');
    const blocked = { ...account, isBlocked: true } as const;
    expect(fundsOn({ account: blocked, available: '70.00' }, query).isAvailable).toBe(false);
  });

  it.each([
    ['69.99', true],
    ['70.00', true],
    ['70.01', false],
    ['100.00', false],
  ])('are enough for %s of 70.00 that can be spent: %s', (amount, isAvailable) => {
    expect(ask(amount)).toEqual({ accountId: 'a1', currency: 'NOK', isAvailable });
  });

  it.each([
    ['5.97', true],
    ['5.98', false],
  ])('are compared with %s EUR by the rate of execution: %s', (amount, isAvailable) => {
    expect(ask(amount, 'EUR')).toEqual({ accountId: 'a1', currency: 'NOK', isAvailable });
  });

  it('cannot be compared with a currency that has no rate', () => {
    const answer = { accountId: 'a1', currency: 'NOK', isAvailable: false };
    const few = { ...sandboxRates, nokPerUnit: { NOK: '1' } };
    const query = new GetFunds(both, '1.00', 'EUR');
    const funds = { account, available: '70.00' };
    expect(fundsOn(funds, query, few)).toEqual({ ...answer, isConvertible: false });
    expect(ask('9999999999999999999.00', 'NOK')).toEqual({ ...answer, isConvertible: true });
  });

  it.each([
    ['the iban alone', { iban, bban: null }],
    ['the bban alone', { iban: null, bban }],
    ['both numbers', both],
  ])('are found by %s', (_by, number) => {
    expect(bbanOfNumber(number)).toBe(bban);
    expect(isNamedBy(account, { account: number })).toBe(true);
  });

  it.each([
    ['an iban that disagrees with the bban', { iban: 'NO3399991500010', bban }],
    ['an iban with other check digits', { iban: 'NO5499991200017', bban: null }],
  ])('are unknown by %s', (_by, number) => {
    expect(isNamedBy(account, { account: number })).toBe(false);
  });

  it('are unknown for an iban of another country', () => {
    expect(bbanOfNumber({ iban: 'SE4550000000058398257466', bban: null })).toBeUndefined();
  });
});
