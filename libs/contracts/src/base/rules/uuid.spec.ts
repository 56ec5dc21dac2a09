import { isUuid, nameBasedUuid, uuidBytes, uuidForm, uuidOf, withVersion } from './uuid.js';

const lower = '2ed6657d-e927-568b-95e1-2665a8aea6a2';

describe('a UUID', () => {
  it.each([lower, lower.toUpperCase()])('has the form of %s', (text) => {
    expect(isUuid(text)).toBe(true);
  });

  it('is written in lower case by the bank', () => {
    expect(uuidForm.test(lower)).toBe(true);
    expect(uuidForm.test(lower.toUpperCase())).toBe(false);
  });

  it.each(['', `${lower}0`, lower.slice(1), lower.replaceAll('-', ''), lower.replace('2', 'g')])(
    'has not the form of "%s"',
    (text) => {
      expect(isUuid(text)).toBe(false);
      expect(uuidBytes(text)).toBeUndefined();
    },
  );

  it('is read and written in bytes', () => {
    expect(uuidBytes(lower)).toHaveLength(16);
    expect(uuidOf(uuidBytes(lower)!)).toBe(lower);
    expect(uuidOf(uuidBytes(lower.toUpperCase())!)).toBe(lower);
  });

  it('gets another version without a change of other bits', () => {
    expect(uuidOf(withVersion(uuidBytes(lower)!, 4))).toBe(lower.replace('-568b', '-468b'));
  });

  it('of a name is that of the example in RFC 9562, appendix A.4', () => {
    const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
    expect(nameBasedUuid(dns, 'www.example.com')).toBe(lower);
    expect(() => nameBasedUuid('dns', 'www.example.com')).toThrow(RangeError);
  });
});
