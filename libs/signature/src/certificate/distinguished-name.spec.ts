import { parseDistinguishedName } from './distinguished-name.js';

const CN = '2.5.4.3';
const O = '2.5.4.10';
const C = '2.5.4.6';

/** The texts of a name's attributes, RDN by RDN. */
const read = (text: string) =>
  parseDistinguishedName(text)?.map((rdn) =>
    rdn.map((attribute) => [attribute.oid, 'text' in attribute ? attribute.text : attribute.der]),
  );

describe('a distinguished name', () => {
  it('is a list of RDNs in the order of the text', () => {
    expect(read('CN=Issuing CA,O=Nordic Trust,C=NO')).toEqual([
      [[CN, 'Issuing CA']],
      [[O, 'Nordic Trust']],
      [[C, 'NO']],
    ]);
  });

  it.each([
    ['an escaped comma', 'CN=a\\, b', 'a, b'],
    ['every escaped special', 'CN=\\,\\=\\+\\<\\>\\#\\;\\"\\\\\\ ', ',=+<>#;"\\ '],
    ['hex pairs of UTF-8', 'CN=B\\C3\\B8ks', 'Bøks'],
    ['the character itself', 'CN=Bøks', 'Bøks'],
    ['a character beyond the basic plane', 'CN=𝔸', '𝔸'],
    ['a quoted value', 'CN="a, b + c = d;"', 'a, b + c = d;'],
    ['an escaped quote in a quoted value', 'CN="a \\" b"', 'a " b'],
    ['DER of a UTF8String', 'CN=#0c0442c3b86b', 'Bøk'],
    ['DER in upper case', 'CN=#0C0161', 'a'],
    ['an unescaped equals sign', 'CN=a=b', 'a=b'],
    ['spaces around the separators', '  CN  =  a b  ', 'a b'],
    ['an escaped space at the end', 'CN=a\\  ', 'a '],
    ['a type in lower case', 'cn=a', 'a'],
    ['a type in dotted numbers', '2.5.4.3=a', 'a'],
    ['a type with the OID prefix', 'oid.2.5.4.3=a', 'a'],
    ['an empty value', 'CN=', ''],
  ])('may have %s', (_, text, value) => {
    expect(read(text)).toEqual([[[CN, value]]]);
  });

  it('splits at commas and semicolons outside escapes and quotes only', () => {
    expect(read('CN=a\\,C=x ; O="b,C=y" , C=NO')).toEqual([
      [[CN, 'a,C=x']],
      [[O, 'b,C=y']],
      [[C, 'NO']],
    ]);
  });

  it('keeps the attributes of one RDN together', () => {
    expect(read('CN=a + O=b,C=NO')).toEqual([
      [
        [CN, 'a'],
        [O, 'b'],
      ],
      [[C, 'NO']],
    ]);
  });

  it.each([
    ['organizationIdentifier', '2.5.4.97'],
    ['emailAddress', '1.2.840.113549.1.9.1'],
    ['E', '1.2.840.113549.1.9.1'],
    ['serialNumber', '2.5.4.5'],
    ['DC', '0.9.2342.19200300.100.1.25'],
    ['1.2.3.4', '1.2.3.4'],
  ])('reads the attribute type %s', (type, oid) => {
    expect(read(`${type}=a`)).toEqual([[[oid, 'a']]]);
  });

  it('keeps DER that is not a string unchanged', () => {
    expect(parseDistinguishedName('CN=#020101')).toEqual([[{ oid: CN, der: '020101' }]]);
  });

  it.each([
    ['nothing', ''],
    ['no equals sign', 'CN'],
    ['no type', '=a'],
    ['an unknown type', 'XY=a'],
    ['a type that plain objects have', 'constructor=a'],
    ['a malformed identifier', '2.05.4=a'],
    ['a comma at the end', 'CN=a,'],
    ['a plus at the end', 'CN=a+'],
    ['a backslash at the end', 'CN=a\\'],
    ['an escape that is none', 'CN=a\\x'],
    ['half a hex pair', 'CN=a\\C'],
    ['hex pairs that are no UTF-8', 'CN=\\C3'],
    ['an open quote', 'CN="a'],
    ['text behind a quoted value', 'CN="a"b'],
    ['a quote inside a plain value', 'CN=a"b'],
    ['an angle bracket', 'CN=a<b'],
    ['hex of odd length', 'CN=#0c016'],
    ['hex that is no DER', 'CN=#0c05'],
    ['DER with octets behind it', 'CN=#0c016161'],
    ['nothing behind the number sign', 'CN=#'],
    ['text that is too long', `CN=${'a'.repeat(1030)}`],
  ])('is refused with %s', (_, text) => {
    expect(parseDistinguishedName(text)).toBeUndefined();
  });
});
