import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parseCertificate } from './certificate.js';
import { decodePemBundle } from './pem.js';
import { formatDistinguishedName } from './distinguished-name.js';
import { parseDistinguishedName } from './distinguished-name.js';
import { matchIssuer, sameName } from './issuer-match.js';
import { parseName } from './name-attribute.js';

const vector = (name: string) =>
  readFileSync(new URL(`../vectors/${name}`, import.meta.url), 'utf8').trim();

const issuer = parseCertificate(decodePemBundle(vector('tpp.pem'))![0]!)!.issuer;

describe('the issuer of a keyId', () => {
  it.each([
    'issuer-rfc2253.txt',
    'issuer-rfc2253-utf8.txt',
    'issuer-oid.txt',
    'issuer-forward.txt',
  ])('matches the output of openssl in %s', (file) => {
    expect(matchIssuer(vector(file), issuer)).toBe('same');
  });

  const escapedOrganisation = 'O=B\\C3\\B8k\\, S\\C3\\B8nn & \\"Co\\"';
  it.each([
    [
      'as Java prints RFC 2253',
      'CN=Sandbox \\+ CA #1,2.5.4.97=#0c0f4e54524e4f2d393132333435363738,O=Bøk\\, Sønn & \\"Co\\",C=NO',
    ],
    [
      'with spaces behind the commas',
      `CN=Sandbox \\+ CA #1, OID.2.5.4.97=NTRNO-912345678, ${escapedOrganisation}, C=NO`,
    ],
    [
      'with %20 for spaces',
      'CN=Sandbox%20\\+%20CA%20#1,2.5.4.97=NTRNO-912345678,O=Bøk\\,%20Sønn%20&%20\\"Co\\",C=NO',
    ],
    [
      'percent encoded as a whole',
      encodeURIComponent(
        `CN="Sandbox + CA #1",2.5.4.97=NTRNO-912345678,${escapedOrganisation},C=NO`,
      ),
    ],
    [
      'in another letter case',
      `cn=SANDBOX \\+ CA #1,2.5.4.97=ntrno-912345678,${escapedOrganisation},c=no`,
    ],
  ])('matches %s', (_, text) => {
    expect(matchIssuer(text, issuer)).toBe('same');
  });

  it.each([
    ['an RDN less', 'CN=Sandbox \\+ CA #1,C=NO'],
    ['another value', vector('issuer-rfc2253.txt').replace('#1', '#2')],
    ['another order', vector('issuer-rfc2253.txt').replace(/^(.*?[^\\]),(.*?),/, '$2,$1,')],
    ['two RDNs drawn into one', vector('issuer-rfc2253.txt').replace(',C=NO', '+C=NO')],
    ['one type for another', vector('issuer-rfc2253.txt').replace('C=NO', 'L=NO')],
  ])('differs with %s', (_, text) => {
    expect(matchIssuer(text, issuer)).toBe('different');
  });

  it.each(['', 'CN', '100%', 'CN=a\\'])('is malformed as "%s"', (text) => {
    expect(matchIssuer(text, issuer)).toBe('malformed');
  });

  it('matches as written when the name itself has a percent escape', () => {
    const name = [[{ oid: '2.5.4.10', text: '100%25 sure' }]];
    expect(matchIssuer('O=100%25 sure', name)).toBe('same');
    expect(matchIssuer('O=100%2525%20sure', name)).toBe('same');
  });

  it('is different, not malformed, when only its percent escapes are broken', () => {
    expect(matchIssuer('CN=100%,C=NO', issuer)).toBe('different');
  });
});

describe('names', () => {
  it('are equal whatever the order inside one RDN', () => {
    const one = parseDistinguishedName('CN=a+O=b')!;
    expect(sameName(one, parseDistinguishedName('O=b+CN=a')!)).toBe(true);
    expect(sameName(one, parseDistinguishedName('CN=a,O=b')!)).toBe(false);
  });

  it('keep several attributes in one RDN of a certificate', () => {
    const der = '301c311a300806035504030c0161300e060355040a130742204220202042';
    expect(parseName(Buffer.from(der, 'hex'))).toEqual([
      [
        { oid: '2.5.4.3', text: 'a' },
        { oid: '2.5.4.10', text: 'B B   B' },
      ],
    ]);
  });

  const named = (text: string) => [[{ oid: '2.5.4.3', text }]];

  it.each([
    ['letter case', 'Bøk Ås', 'bØK åS'],
    ['the number of spaces between words', 'a b c', 'a  b    c'],
    ['spaces at the start and at the end', 'a b', ' a b  '],
    ['the form of a letter in Unicode', 'Ås', 'A\u030as'],
  ])('are equal whatever %s (RFC 5280 7.1)', (_what, one, other) => {
    expect(sameName(named(one), named(other))).toBe(true);
  });

  it.each([
    ['a space between words is missing', 'a b', 'ab'],
    ['a letter is a dotless i', 'Bank i', 'Bank ı'],
    ['one has an RDN more', 'a', undefined],
  ])('differ when %s', (_what, one, other) => {
    const longer = [...named(one), ...named(one)];
    expect(sameName(named(one), other === undefined ? longer : named(other))).toBe(false);
  });

  it('differ when their values have other DER', () => {
    const coded = (der: string) => [[{ oid: '2.5.4.3', der }]];
    expect(sameName(coded('020101'), coded('020101'))).toBe(true);
    expect(sameName(coded('020101'), coded('020102'))).toBe(false);
  });

  it('differ when one has a text and the other DER with the same digits', () => {
    const text = [[{ oid: '2.5.4.3', text: '020101' }]];
    expect(sameName(text, [[{ oid: '2.5.4.3', der: '020101' }]])).toBe(false);
  });

  it('are read back unchanged after they were written, for any text', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(texts, fc.constantFrom('2.5.4.3', '2.5.4.97'), (values, oid) => {
        const name = values.map((text) => [{ oid, text }]);
        expect(parseDistinguishedName(formatDistinguishedName(name))).toEqual(name.toReversed());
      }),
    );
  });

  it.each([' ', '  ', ' a ', '#', '# ', String.raw`\ `])(
    'are read back unchanged: "%s"',
    (text) => {
      const name = [[{ oid: '2.5.4.3', text }]];
      expect(parseDistinguishedName(formatDistinguishedName(name))).toEqual(name);
    },
  );

  it('are written in the form of RFC 2253', () => {
    const name = [
      [{ oid: '2.5.4.6', text: 'NO' }],
      [{ oid: '2.5.4.10', text: '# Bøk, "a"' }],
      [
        { oid: '2.5.4.97', text: 'ab' },
        { oid: '2.5.4.3', der: '020101' },
      ],
      [{ oid: '2.5.4.3', text: ' x ' }],
    ];
    expect(formatDistinguishedName(name)).toBe(
      'CN=\\ x\\ ,2.5.4.97=#0c026162+2.5.4.3=#020101,O=\\# Bøk\\, \\"a\\",C=NO',
    );
  });
});
