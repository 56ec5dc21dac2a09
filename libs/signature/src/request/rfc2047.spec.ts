import fc from 'fast-check';
import { decodeEncodedWords, encodeWord, isEncodedWord } from './rfc2047.js';

const b64 = (text: string, encoding: BufferEncoding = 'utf8') =>
  Buffer.from(text, encoding).toString('base64');

describe('RFC 2047 words', () => {
  it.each([
    ['UTF-8 in base64', `=?utf-8?B?${b64('Bøk "1"')}?=`, 'Bøk "1"'],
    ['names in any case', `=?UTF-8?b?${b64('Bøk')}?=`, 'Bøk'],
    ['ISO-8859-1 in base64', `=?ISO-8859-1?B?${b64('Bøk', 'latin1')}?=`, 'Bøk'],
    ['UTF-8 quoted', '=?utf-8?Q?B=C3=B8k_1?=', 'Bøk 1'],
    ['ISO-8859-1 quoted', '=?iso-8859-1?q?B=f8k,=3D?=', 'Bøk,='],
    ['two words', `=?utf-8?B?${b64('one,')}?= =?utf-8?Q?two?=`, 'one,two'],
    ['a character split over two words', '=?utf-8?Q?B=C3?= \t=?utf-8?Q?=B8k?=', 'Bøk'],
    ['a long word', `=?utf-8?B?${b64('x'.repeat(2000))}?=`, 'x'.repeat(2000)],
    ['an empty word', '=?utf-8?B??=', ''],
  ])('decode %s', (_, value, text) => {
    expect(decodeEncodedWords(value)).toBe(text);
  });

  it.each([
    ['another charset', `=?utf-16?B?${b64('a')}?=`],
    ['a charset that plain objects have', `=?constructor?B?${b64('a')}?=`],
    ['another encoding', '=?utf-8?X?a?='],
    ['octets that are no UTF-8', '=?utf-8?Q?=C3?='],
    ['overlong UTF-8', '=?utf-8?Q?=C0=AF?='],
    ['a line break in the text', `=?utf-8?B?${b64('a\r\nb')}?=`],
    ['a NUL in the text', '=?utf-8?Q?a=00b?='],
    ['a C1 control in the text', '=?iso-8859-1?Q?a=85b?='],
    ['base64 without padding', '=?utf-8?B?YQ?='],
    ['an escape that is no hex', '=?utf-8?Q?=G0?='],
    ['an escape that is cut off', '=?utf-8?Q?=C?='],
    ['a raw space in a quoted word', '=?utf-8?Q?a b?='],
    ['no end', `=?utf-8?B?${b64('a')}`],
    ['text behind the word', `=?utf-8?B?${b64('a')}?=x`],
    ['words that touch', '=?utf-8?Q?a?==?utf-8?Q?b?='],
    ['two charsets', '=?utf-8?Q?a?= =?iso-8859-1?Q?b?='],
    ['too many words', '=?utf-8?Q?a?= '.repeat(200)],
    ['plain text', 'keyId="1"'],
    ['nothing', ''],
  ])('refuse %s', (_, value) => {
    expect(decodeEncodedWords(value)).toBeUndefined();
  });

  it('are decoded once only', () => {
    const inner = '=?utf-8?Q?a?=';
    expect(decodeEncodedWords(encodeWord(inner))).toBe(inner);
  });

  it('are decoded to the text that was encoded', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((one) => !/\p{Cc}/u.test(one));
    fc.assert(
      fc.property(text, fc.constantFrom('B' as const, 'Q' as const), (one, encoding) => {
        const word = encodeWord(one, 'utf-8', encoding);
        expect(isEncodedWord(word)).toBe(true);
        expect(decodeEncodedWords(word)).toBe(one);
      }),
    );
  });

  it('are not written in ISO-8859-1 for a character that it does not have', () => {
    expect(encodeWord('Bøk', 'iso-8859-1', 'Q')).toBe('=?iso-8859-1?Q?B=F8k?=');
    expect(() => encodeWord('Ł', 'iso-8859-1')).toThrow(RangeError);
  });
});
