import { refuse } from '../base/refusal.js';
import { checkKeyId, formatSerial, splitKeyId } from './key-id.js';

const certificate = {
  serial: 0x0a1fn,
  issuer: [[{ oid: '2.5.4.6', text: 'NO' }], [{ oid: '2.5.4.3', text: 'CA=x,CA=y' }]],
};
const issuer = 'CN=CA=x\\,CA=y,C=NO';

describe('a keyId', () => {
  it('is split at the first ",CA="', () => {
    expect(splitKeyId(`SN=0A1F,CA=${issuer}`)).toEqual({ serial: '0A1F', issuer });
  });

  it.each([
    '',
    'SN=1',
    'SN=12',
    'XX=12,CA=CN=a',
    'CA=CN=a',
    'CN=a',
    'SN=,CA=CN=a',
    'SN=1,CA=',
    'CA=CN=a,SN=1',
    'sn=1,ca=CN=a',
  ])('is refused without SN or CA: "%s"', (text) => {
    expect(splitKeyId(text)).toEqual(refuse('key-id-missing', 'Signature'));
  });

  it.each(['0A1F', 'a1f', 'A1F', '0000000a1f', '0A1F'.padStart(64, '0')])(
    'matches with the serial %s',
    (serial) => {
      expect(checkKeyId({ serial, issuer }, certificate)).toBeUndefined();
    },
  );

  it.each([
    ['another serial', '0A20', issuer, 'key-id-serial-mismatch'],
    ['another issuer', '0A1F', 'CN=b,C=NO', 'key-id-issuer-mismatch'],
    ['a serial in hex with a prefix', '0x0A1F', issuer, 'key-id-malformed'],
    ['a serial with separators', '0A:1F', issuer, 'key-id-malformed'],
    ['a negative serial', '-0A1F', issuer, 'key-id-malformed'],
    ['an endless serial', '0'.repeat(61) + '0A1F', issuer, 'key-id-malformed'],
    ['an issuer that cannot be parsed', '0A1F', 'Sandbox CA', 'key-id-malformed'],
  ])('is invalid with %s', (_, serial, name, reason) => {
    const refused = reason === 'key-id-malformed' ? 'FORMAT_ERROR' : 'BAD_REQUEST';
    const refusal = checkKeyId({ serial, issuer: name }, certificate);
    expect(refusal).toMatchObject({ refused, reason, path: 'Signature' });
  });

  it('is written in upper case with whole octets', () => {
    expect(formatSerial(0xa1fn)).toBe('0A1F');
    expect(formatSerial(0n)).toBe('00');
  });
});
