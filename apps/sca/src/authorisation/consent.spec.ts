import { aConsent, aPayment, consentClaim } from '../testing/an-authorisation.js';
import { isDecidedElsewhere } from './consent.js';

const own = 'authorisation-2';
const heldBy = (holder: string | undefined) => ({
  holderOf: (claim: object) =>
    JSON.stringify(claim) === JSON.stringify(consentClaim) ? holder : undefined,
});

describe('a consent that an authorisation asks for', () => {
  it.each([
    [true, 'another authorisation holds the decision', 'authorisation-1'],
    [false, 'the authorisation itself holds the decision', own],
    [false, 'nobody has decided', undefined],
  ])('is decided elsewhere: %s when %s', (expected, _when, holder) => {
    expect(isDecidedElsewhere(aConsent, own, heldBy(holder))).toBe(expected);
  });

  it('is never decided elsewhere when the authorisation is of a payment', () => {
    expect(isDecidedElsewhere(aPayment, own, heldBy('authorisation-1'))).toBe(false);
  });
});
