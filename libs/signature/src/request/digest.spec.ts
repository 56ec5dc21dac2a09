import fc from 'fast-check';
import { checkDigest, digestOf, digestsMatch, parseDigest } from './digest.js';
import { isRefusal } from '../base/refusal.js';

const body = Buffer.from('{"hello": "world"}');
const sha256 = 'X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=';
const sha512 = digestOf(body, 'SHA-512').slice('SHA-512='.length);
const other = digestOf(Buffer.from('other')).slice('SHA-256='.length);

describe('the Digest header', () => {
  it('has the hash that the signatures draft states for its example body', () => {
    expect(digestOf(body)).toBe(`SHA-256=${sha256}`);
  });

  it.each([
    ['one SHA-256', `SHA-256=${sha256}`],
    ['a name in lower case', `sha-256=${sha256}`],
    ['one SHA-512', `SHA-512=${sha512}`],
    ['both', `SHA-256=${sha256}, SHA-512=${sha512}`],
    ['a weak one beside a strong one', `MD5=Sd/dVLAcvNLSq16eXua5uQ==,SHA-256=${sha256}`],
    ['an unknown one beside a strong one', `SHA-256=${sha256},x-new=abc`],
    ['white space before the only strong one', `x=1,\t SHA-256=${sha256} `],
    ['both in the other order without space', `SHA-512=${sha512},SHA-256=${sha256}`],
    ['mixed letter case', `Sha-256=${sha256}`],
    ['a comma at the end', `SHA-256=${sha256},`],
    ['empty elements', `, ,SHA-256=${sha256},,SHA-512=${sha512}`],
    ['eight values', 'a=b,'.repeat(7) + `SHA-256=${sha256}`],
    ['a name that plain objects have', `constructor=x,SHA-256=${sha256}`],
  ])('accepts %s', (_, header) => {
    expect(checkDigest(header, body)).toBeUndefined();
  });

  it.each([
    ['the hash of another body', `SHA-256=${other}`, 'digest-mismatch'],
    ['a weak one alone', 'MD5=Sd/dVLAcvNLSq16eXua5uQ==', 'digest-weak'],
    ['an unknown one alone', 'constructor=abc', 'digest-weak'],
    [
      'a strong one that fails behind one that holds',
      `SHA-256=${sha256},SHA-512=${sha512.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))}`,
      'digest-mismatch',
    ],
    [
      'the same algorithm twice with one wrong',
      `SHA-256=${sha256},SHA-256=${other}`,
      'digest-mismatch',
    ],
    ['a hash that is too short', 'SHA-256=QUJD', 'digest-malformed'],
    ['a value that is no base64', `SHA-256=${sha256.slice(0, -1)}`, 'digest-malformed'],
    ['no algorithm', `=${sha256}`, 'digest-malformed'],
    ['no value', 'SHA-256', 'digest-malformed'],
    ['only commas', ' , ,', 'digest-malformed'],
    ['the form of RFC 9530', `sha-256=:${sha256}:`, 'digest-malformed'],
    ['a name without its hyphen', `SHA256=${sha256}`, 'digest-weak'],
    ['nothing at all', '', 'digest-malformed'],
    ['nine values', 'a=b,'.repeat(8) + `SHA-256=${sha256}`, 'digest-malformed'],
    ['an endless list', 'a=b,'.repeat(20) + `SHA-256=${sha256}`, 'digest-malformed'],
  ])('refuses %s', (_, header, reason) => {
    expect(checkDigest(header, body)).toMatchObject({ reason, path: 'Digest' });
  });

  it('is valid for an empty body', () => {
    const header = 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
    expect(checkDigest(header, Buffer.alloc(0))).toBeUndefined();
  });

  it('refuses the same JSON with other bytes', () => {
    expect(checkDigest(`SHA-256=${sha256}`, Buffer.from('{"hello":"world"}'))).toMatchObject({
      refused: 'BAD_REQUEST',
    });
  });

  it('matches the body that it was written for and no other body', () => {
    const bodies = fc.uint8Array().map((octets) => Buffer.from(octets));
    fc.assert(
      fc.property(bodies, bodies, (one, two) => {
        const digests = parseDigest(digestOf(one));
        expect(!isRefusal(digests) && digestsMatch(digests, two)).toBe(one.equals(two));
      }),
    );
  });
});
