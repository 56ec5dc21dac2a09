import { streamOf } from './markers.js';
import { basketStream, paymentStream, publicId } from './testing/evidence.js';

describe('the stream behind a public id', () => {
  it('is read from its bytes', () => {
    expect(streamOf(publicId('payment', 258))).toBe(paymentStream(258));
    expect(streamOf(publicId('basket', 258))).toBe(basketStream(258));
  });

  it('ends in the generation of the sandbox, where that is not 0', () => {
    const bytes = Buffer.alloc(16 + 4 + 8, 1);
    bytes.writeUInt32BE(3, 16);
    expect(streamOf(`Ap${bytes.toString('base64url')}`)).toBe(`payment-${'01'.repeat(16)}.3`);
  });
});
