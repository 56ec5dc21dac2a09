import {
  isSyntheticOrganisationNumber,
  isSyntheticPersonNumber,
  organisationNumberFrom,
  personNumberFrom,
} from './customer-numbers.js';

describe('the number of a synthetic person', () => {
  it.each(['14837530114', '05887830195', '29820030018'])('can be %s', (number) => {
    expect(isSyntheticPersonNumber(number)).toBe(true);
  });

  it.each([
    ['a wrong second check digit', '14837530115'],
    ['a wrong first check digit', '14837530124'],
    ['the month of a real person', '14037530114'],
    ['a day that no month has', '32837530114'],
    ['ten digits', '1483753011'],
    ['twelve digits', '148375301140'],
    ['a letter', '1483753011x'],
  ])('has not %s', (_what, number) => {
    expect(isSyntheticPersonNumber(number)).toBe(false);
  });

  it('does not exist where a check digit would be ten', () => {
    expect(personNumberFrom('148375301')).toBe('14837530114');
    const all = Array.from(
      { length: 100 },
      (_, index) => `1483753${String(index).padStart(2, '0')}`,
    );
    expect(all.map(personNumberFrom)).toContain(undefined);
  });
});

describe('the number of a synthetic organisation', () => {
  it.each(['310000108', '310000116'])('can be %s', (number) => {
    expect(isSyntheticOrganisationNumber(number)).toBe(true);
  });

  it.each([
    ['a wrong check digit', '310000109'],
    ['a first digit that the register of units gives out', '910000004'],
    ['eight digits', '31000010'],
    ['ten digits', '3100001080'],
  ])('has not %s', (_what, number) => {
    expect(isSyntheticOrganisationNumber(number)).toBe(false);
  });

  it('does not exist where the check digit would be ten', () => {
    const all = Array.from(
      { length: 100 },
      (_, index) => `310000${String(index).padStart(2, '0')}`,
    );
    expect(all.map(organisationNumberFrom)).toContain(undefined);
  });
});
