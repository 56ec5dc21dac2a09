import {
  isNorwegianAccountNumber,
  isSyntheticOrganisationNumber,
  isSyntheticPersonNumber,
} from '@nordgate/contracts/rules';
import { ibanOf } from '../../domain/account.js';
import { knownState } from '../known-state/known-state.js';
import { accountNumbers, customerNumbers, maskedPanOf } from './made-numbers.js';

const ids = Array.from({ length: 50 }, (_, index) => `id-${String(index)}`);

describe('a number that the bank makes', () => {
  it('is that of a synthetic person', () => {
    const numbers = ids.flatMap((id) => customerNumbers(id, 'PRIVATE'));
    expect(numbers.filter((number) => !isSyntheticPersonNumber(number))).toEqual([]);
  });

  it('is that of a synthetic organisation', () => {
    const numbers = ids.flatMap((id) => customerNumbers(id, 'CORPORATE'));
    expect(numbers.filter((number) => !isSyntheticOrganisationNumber(number))).toEqual([]);
  });

  it('is an account number of the sandbox that the known state does not have', () => {
    const numbers = ids.flatMap(accountNumbers);
    expect(numbers.filter((number) => !isNorwegianAccountNumber(number))).toEqual([]);
    expect(numbers.every((number) => number.startsWith('9999'))).toBe(true);
    const known = new Set(knownState.accounts.map(({ bban }) => bban));
    expect(numbers.filter((number) => known.has(number))).toEqual([]);
  });

  it('is another one for another id, the same for the same id, and has many alternatives', () => {
    expect(accountNumbers('id-1')).toEqual(accountNumbers('id-1'));
    expect(new Set(ids.map((id) => accountNumbers(id)[0])).size).toBeGreaterThan(45);
    for (const id of ids) {
      expect(customerNumbers(id, 'PRIVATE').length).toBeGreaterThan(20);
      expect(customerNumbers(id, 'CORPORATE').length).toBeGreaterThan(20);
      expect(accountNumbers(id).length).toBeGreaterThan(20);
    }
  });

  it('is a masked card number of the sandbox', () => {
    expect(maskedPanOf('id-1')).toMatch(/^999999x{6}\d{4}$/u);
  });
});

describe('the IBAN of an account number', () => {
  it.each(knownState.accounts)('of $bban is $iban', ({ bban, iban }) => {
    expect(ibanOf(bban)).toBe(iban);
  });
});
