import { canSignAfter } from './second-signer.js';

const first = { customerId: 'customer-1', corporateId: 'agreement-1' };
const privately = { customerId: 'customer-1' };

describe('the second of two signatures', () => {
  it.each([
    ['any customer before the first signature', undefined, first],
    ['another customer under the same agreement', first, { ...first, customerId: 'customer-2' }],
    ['another customer when the first signed for themselves', privately, { customerId: 'c-2' }],
    [
      'another customer under an agreement when the first signed without one',
      privately,
      { customerId: 'customer-2', corporateId: 'agreement-1' },
    ],
  ])('may come from %s', (_who, before, next) => {
    expect(canSignAfter(before, next)).toBe(true);
  });

  it.each([
    ['the same customer under the same agreement', first, first],
    ['the same customer without an agreement', privately, privately],
    [
      'another customer under another agreement',
      first,
      { customerId: 'customer-2', corporateId: 'agreement-2' },
    ],
    ['another customer without an agreement', first, { customerId: 'customer-2' }],
  ])('may not come from %s', (_who, before, next) => {
    expect(canSignAfter(before, next)).toBe(false);
  });
});
