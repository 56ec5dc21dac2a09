import fc from 'fast-check';
import { decodeBase64 } from './headers.js';

describe('strict base64', () => {
  it('decodes the output of every encoder', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (octets) => {
        const text = Buffer.from(octets).toString('base64');
        expect(decodeBase64(text)).toEqual(Buffer.from(octets));
      }),
    );
  });

  it('decodes empty text to no bytes', () => {
    expect(decodeBase64('')).toHaveLength(0);
  });

  it.each([
    ['missing padding', 'QQ'],
    ['padding too much', 'QUI=='],
    ['spare bits that are not zero', 'QR=='],
    ['the url alphabet', '_-8='],
    ['a space', 'QU JD'],
    ['a line break', 'QUJD\n'],
    ['a character beyond ASCII', 'QUJDø'],
    ['text behind the padding', 'QQ==QQ=='],
  ])('refuses %s', (_, text) => {
    expect(decodeBase64(text)).toBeUndefined();
  });
});
