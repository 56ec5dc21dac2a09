import { streamOf } from './markers.js';
import { basketStream, paymentStream, publicId } from './testing/evidence.js';

describe('the stream behind a public id', () => {
  it('is read from its bytes', () => {
    expect(streamOf(publicId('payment', 258))).toBe(paymentStream(258));
    expect(streamOf(publicId('basket', 258))).toBe(basketStream(258));
  });
});
