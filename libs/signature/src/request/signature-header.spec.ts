import { isRefusal } from '../base/refusal.js';
import { encodeWord } from './rfc2047.js';
import { ALGORITHM_SPELLINGS, parseSignatureHeader } from './signature-header.js';

const parts = {
  keyId: 'SN=1F,CA=CN=Bøk\\, \\"Co\\",C=NO',
  algorithm: 'rsa-sha256',
  headers: 'date digest',
  signature: 'QUJD',
};

const written = (changes: Partial<typeof parts> = {}) =>
  Object.entries({ ...parts, ...changes })
    .map(([name, value]) => `${name}="${value}"`)
    .join(',');

const wrapped = (changes: Partial<typeof parts> = {}) => encodeWord(written(changes));

describe('the Signature header', () => {
  it('has four parts, and keeps the escapes of the name', () => {
    expect(parseSignatureHeader(wrapped())).toEqual({
      keyId: 'SN=1F,CA=CN=Bøk\\, \\"Co\\",C=NO',
      algorithm: 'rsa-sha256',
      headers: ['date', 'digest'],
      signature: Buffer.from('ABC'),
    });
  });

  it.each([
    ['RFC 2047 with Q', encodeWord(written(), 'utf-8', 'Q')],
    ['RFC 2047 with ISO-8859-1', encodeWord(written(), 'iso-8859-1', 'B')],
    ['plain with the octets of UTF-8', Buffer.from(written()).toString('latin1')],
    ['plain with the octets of ISO-8859-1', written()],
    ['plain with a space behind each comma', written().replaceAll(/",(?=[a-z])/g, '", ')],
  ])('has the same parts when it is written as %s', (_, value) => {
    expect(parseSignatureHeader(value)).toEqual(parseSignatureHeader(wrapped()));
  });

  it.each(['RSA-SHA256', 'SHA256withRSA', 'sha256withrsa'])('accepts the algorithm %s', (name) => {
    expect(parseSignatureHeader(wrapped({ algorithm: name }))).toMatchObject({
      algorithm: 'rsa-sha256',
    });
  });

  it('accepts two names of the algorithm, in any letter case', () => {
    expect(ALGORITHM_SPELLINGS).toEqual(['rsa-sha256', 'sha256withrsa']);
  });

  it.each(['none', 'hs2019', 'hmac-sha256', 'rsa-sha512', 'constructor', '__proto__', ''])(
    'refuses the algorithm "%s"',
    (algorithm) => {
      expect(parseSignatureHeader(wrapped({ algorithm }))).toMatchObject({
        refused: 'BAD_REQUEST',
        reason: 'algorithm-unsupported',
      });
    },
  );

  it('reads header names in any case as lower case', () => {
    const result = parseSignatureHeader(wrapped({ headers: 'Date (Request-Target)' }));
    expect(result).toMatchObject({ headers: ['date', '(request-target)'] });
  });

  it.each([
    ['empty', ''],
    ['with two spaces', 'date  digest'],
    ['with a name twice', 'date digest Date'],
    ['endless', Array.from({ length: 33 }, (_, at) => `h${at}`).join(' ')],
  ])('refuses a header list that is %s', (_, headers) => {
    expect(parseSignatureHeader(wrapped({ headers }))).toMatchObject({
      reason: 'header-list-malformed',
    });
  });

  it.each([
    ['nothing', ''],
    ['a part twice at the end', `${written()},signature="QUJD"`],
    ['a part twice at the start', `keyId="SN=1,CA=CN=a",${written()}`],
    [
      'another order',
      'keyId="SN=1,CA=CN=a",headers="date",algorithm="rsa-sha256",signature="QUJD"',
    ],
    ['a missing part', 'keyId="SN=1,CA=CN=a",algorithm="rsa-sha256",headers="date"'],
    ['a further part', `${written()},created="1"`],
    ['a scheme word', `Signature ${written()}`],
    ['a comma at the end', `${written()},`],
    ['a comma at the start', `,${written()}`],
    ['a semicolon for a comma', written().replace('",algorithm', '";algorithm')],
    ['a backslash in front of the last quote', written({ signature: 'QUJD\\' })],
    ['no closing quote', written().slice(0, -1)],
    ['an open keyId', 'keyId="SN=1,CA=CN=a\\",algorithm="rsa-sha256"'],
    ['no quotes', 'keyId=SN=1,algorithm=rsa-sha256,headers=date,signature=QUJD'],
    ['names in another case', written().replace('keyId', 'keyid')],
    ['a tab between parts', written().replaceAll('",', '",\t')],
  ])('refuses %s', (_, value) => {
    const result = parseSignatureHeader(value);
    expect(isRefusal(result) && result.refused).toBe('FORMAT_ERROR');
  });

  it('does not find parts inside the value of another', () => {
    const keyId = '\\",algorithm=\\"none\\",headers=\\"date\\",signature=\\"QQ==\\"';
    expect(parseSignatureHeader(wrapped({ keyId }))).toMatchObject({
      keyId,
      headers: ['date', 'digest'],
    });
  });

  it('is refused when it does not start with keyId', () => {
    expect(parseSignatureHeader(written().slice(written().indexOf('algorithm')))).toMatchObject({
      refused: 'FORMAT_ERROR',
      reason: 'key-id-missing',
      path: 'Signature',
    });
  });

  it.each(['', 'QUJ', 'QU JD', '====', '_-8='])('refuses the signature value "%s"', (signature) => {
    expect(parseSignatureHeader(wrapped({ signature }))).toMatchObject({
      reason: 'signature-value-malformed',
    });
  });

  /** A plain header of this length. */
  const ofLength = (length: number) => {
    const keyId = (more: number) => `SN=1,CA=CN=${'a'.repeat(more)}`;
    const missing = length - written({ keyId: keyId(0), signature: '' }).length;
    const signature = 'QUJD'.repeat(Math.floor(missing / 4));
    return written({ keyId: keyId(missing % 4), signature });
  };
  /** An encoded word of this length: a full stop takes three characters, and one after decoding. */
  const wordOfLength = (length: number) => {
    const word = (headers: string) => encodeWord(written({ headers }), 'utf-8', 'Q');
    const missing = length - word('').length;
    return word('a'.repeat(missing % 3) + '.'.repeat(Math.floor(missing / 3)));
  };

  it.each([
    ['8192 characters as received', wordOfLength(8192)],
    ['4096 characters after decoding', ofLength(4096)],
    ['1024 characters in its keyId', written({ keyId: `SN=1,CA=CN=${'a'.repeat(1013)}` })],
    ['32 names', written({ headers: Array.from({ length: 32 }, (_, at) => `h${at}`).join(' ') })],
  ])('is accepted with %s', (_, value) => {
    expect(parseSignatureHeader(value)).toMatchObject({ algorithm: 'rsa-sha256' });
  });

  it.each([
    ['as received', ' '.repeat(8193)],
    ['as received, though it is short after decoding', wordOfLength(8193)],
    ['after decoding by one character', ofLength(4097)],
    ['after decoding', wrapped({ signature: 'QUJD'.repeat(1025) })],
    ['in its keyId', wrapped({ keyId: `SN=1,CA=CN=${'a'.repeat(1024)}` })],
  ])('refuses a header that is too long %s', (_, value) => {
    expect(parseSignatureHeader(value)).toMatchObject({ reason: 'header-too-long' });
  });
});
