import { domesticAccountFaults } from './accounts.js';

const bban = '86011117947';
const iban = 'NO9386011117947';

function rules(account: { bban?: string; iban?: string }): string[] {
  const faults = domesticAccountFaults({ ...account, currency: 'NOK' }, ['debtorAccount']);
  return faults.map(({ at, rule }) => `${at.join('/')} ${rule}`);
}

describe('a domestic account', () => {
  it.each([
    ['a bban', { bban }],
    ['an iban', { iban }],
    ['both, which agree', { bban, iban }],
  ])('may be given by %s', (_what, account) => {
    expect(rules(account)).toEqual([]);
  });

  it.each([
    ['neither number', {}, 'debtorAccount account.missing'],
    ['a wrong check digit', { bban: '86011117948' }, 'debtorAccount/bban bban.checkDigit'],
    ['a foreign bban', { bban: 'ABC123' }, 'debtorAccount/bban bban.notNorwegian'],
    [
      'wrong check digits of the iban',
      { iban: 'NO9486011117947' },
      'debtorAccount/iban iban.invalid',
    ],
    ['an iban that is too short', { iban: 'NO938601111794' }, 'debtorAccount/iban iban.invalid'],
    ['a country without iban', { iban: 'US9386011117947' }, 'debtorAccount/iban iban.invalid'],
    ['a foreign iban', { iban: 'DE89370400440532013000' }, 'debtorAccount/iban iban.notNorwegian'],
    ['two accounts', { bban: '97104133219', iban }, 'debtorAccount/iban account.disagree'],
  ])('is refused with %s', (_what, account, expected) => {
    expect(rules(account)).toEqual([expected]);
  });

  it('with an iban around a number of wrong check digit is refused, though mod 97 is right', () => {
    expect(rules({ iban: 'NO6686011117948' })).toEqual(['debtorAccount/iban iban.invalid']);
  });

  it('has both numbers reported when both are wrong, without comparing them', () => {
    expect(rules({ bban: '1', iban: 'NO1' })).toEqual([
      'debtorAccount/bban bban.notNorwegian',
      'debtorAccount/iban iban.invalid',
    ]);
  });

  it('that is missing altogether is no matter of this rule', () => {
    expect(domesticAccountFaults(undefined, ['debtorAccount'])).toEqual([]);
  });
});
