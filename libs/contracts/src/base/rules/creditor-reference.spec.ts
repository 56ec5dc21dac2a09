import { claimsCreditorReference, isCreditorReference } from './payment-references.js';

describe('a creditor reference of ISO 11649', () => {
  it.each(['RF18539007547034', 'RF712348231', 'RF45G72UUR', 'RF741', 'RF74000000000000000000001'])(
    'may be %s',
    (reference) => {
      expect(isCreditorReference(reference)).toBe(true);
    },
  );

  it.each([
    ['a wrong check digit', 'RF19539007547034'],
    ['two swapped digits', 'RF18593007547034'],
    ['no content', 'RF18'],
    ['other characters before it', 'XRF65539007547034'],
    ['22 characters of content', 'RF740000000000000000000001'],
    ['small letters', 'rf18539007547034'],
    ['spaces as on paper', 'RF18 5390 0754 7034'],
    ['a letter among the check digits', 'RFA8539007547034'],
    ['a letter outside the alphabet', 'RF18Ø39007547034'],
  ])('is refused with %s', (_what, reference) => {
    expect(isCreditorReference(reference)).toBe(false);
  });

  it.each([
    ['RF', true],
    ['RF19539007547034', true],
    ['2345676', false],
    ['FR18539007547034', false],
  ])('is claimed by %s: %s', (reference, claimed) => {
    expect(claimsCreditorReference(reference)).toBe(claimed);
  });
});
