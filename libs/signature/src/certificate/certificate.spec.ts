import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parseExtensions } from './certificate-extensions.js';
import { parseCertificate } from './certificate.js';
import { decodeCertificateHeader, decodePemBundle } from './pem.js';
import { readDer } from '../base/der.js';

const pem = readFileSync(new URL('../vectors/tpp.pem', import.meta.url), 'utf8');
const ca = readFileSync(new URL('../vectors/ca.pem', import.meta.url), 'utf8');
const der = decodePemBundle(pem)![0]!;
const base64Of = (text: string) => Buffer.from(text).toString('base64');

describe('the TPP-Signature-Certificate header', () => {
  it.each([
    ['base64 of DER', der.toString('base64')],
    ['base64 of PEM', base64Of(pem)],
    ['PEM without line breaks', pem.replaceAll('\n', '')],
    ['PEM with spaces for line breaks', pem.trim().replaceAll('\n', ' ')],
    ['PEM with line breaks as an environment variable has them', pem.replaceAll('\n', '\\n')],
    ['PEM with the line breaks of Windows, written out', pem.replaceAll('\n', '\\r\\n')],
    ['base64 of PEM with the line breaks of Windows', base64Of(pem.replaceAll('\n', '\r\n'))],
    ['base64 with spaces for line breaks', pem.split('\n').slice(1, -2).join(' ')],
    ['base64 with line breaks written out', pem.split('\n').slice(1, -2).join('\\n')],
    ['base64url', der.toString('base64url')],
    ['base64url with padding', der.toString('base64').replaceAll('+', '-').replaceAll('/', '_')],
  ])('may be %s', (_, value) => {
    expect(decodeCertificateHeader(value)).toEqual(der);
  });

  it.each([
    ['base64 with other characters', der.toString('base64').replace('M', 'M\u00a0')],
    ['base64 without its end', der.toString('base64').slice(0, -5)],
    ['base64 with too much padding', `${der.toString('base64')}==`],
    ['two PEM blocks', (pem + ca).replaceAll('\n', '')],
    ['base64 of two PEM blocks', Buffer.from(pem + ca).toString('base64')],
    ['a PEM block without an end', pem.slice(0, 100).replaceAll('\n', '')],
    ['another PEM label', pem.replaceAll('CERTIFICATE', 'PUBLIC KEY').replaceAll('\n', '')],
    ['plain text', 'certificate'],
  ])('may not be %s', (_, value) => {
    expect(decodeCertificateHeader(value)).toBeUndefined();
  });
});

describe('a certificate', () => {
  it('has the fields that openssl wrote', () => {
    expect(parseCertificate(der)).toMatchObject({
      serial: 0xa1b2c3d4e5f60718n,
      validFrom: new Date('2026-01-01T00:00:00Z'),
      validTo: new Date('2056-01-01T00:00:00Z'),
      keyType: 'rsa',
      keyBits: 2048,
      signatureAlgorithm: 'sha256WithRSAEncryption',
      isCa: false,
      keyUsage: new Set(['digitalSignature', 'nonRepudiation']),
      unknownCritical: [],
      issuer: [
        [{ oid: '2.5.4.6', text: 'NO' }],
        [{ oid: '2.5.4.10', text: 'Bøk, Sønn & "Co"' }],
        [{ oid: '2.5.4.97', text: 'NTRNO-912345678' }],
        [{ oid: '2.5.4.3', text: 'Sandbox + CA #1' }],
      ],
    });
  });

  it('has the CA flag, the path length, the key usage, the key size and the unknown critical extensions', () => {
    const read = (name: string) =>
      parseCertificate(
        decodePemBundle(
          readFileSync(new URL(`../vectors/${name}.pem`, import.meta.url), 'utf8'),
        )![0]!,
      );
    expect(read('ca')).toMatchObject({ isCa: true, pathLength: undefined });
    expect(read('sub-pathlen0')).toMatchObject({ isCa: true, pathLength: 0 });
    expect(read('tpp-unknown-critical')).toMatchObject({ unknownCritical: ['1.2.3.4.5'] });
    expect(read('tpp-without-usage')).toMatchObject({ keyUsage: undefined });
    expect(read('tpp-sha1')).toMatchObject({ signatureAlgorithm: undefined });
    expect(read('tpp-small')).toMatchObject({ keyBits: 1024, keyExponent: 65_537n });
    expect(read('tpp-ec')).toMatchObject({
      keyType: 'ec',
      keyBits: undefined,
      keyExponent: undefined,
    });
  });

  it('is refused when it is cut off, empty or followed by more bytes', () => {
    expect(parseCertificate(Buffer.concat([der, Buffer.alloc(1)]))).toBeUndefined();
    expect(parseCertificate(der.subarray(0, -1))).toBeUndefined();
    expect(parseCertificate(Buffer.alloc(0))).toBeUndefined();
  });

  it('is refused when an extension is repeated', () => {
    const extension = readDer(Buffer.from('300906032a03040402' + '0500', 'hex'))!;
    expect(parseExtensions([extension])).toMatchObject({ isCa: false, unknownCritical: [] });
    expect(parseExtensions([extension, extension])).toBeUndefined();
  });

  it.each([
    ['is of version 2', 'a003020102', 'a003020101'],
    ['has a month 13 in its validity', '170d323630313031', '170d323631333031'],
    ['marks an extension as critical with a byte that is not 255', '0101ff', '010101'],
  ])('is refused when it %s', (_, from, to) => {
    const changed = Buffer.from(der.toString('hex').replace(from, to), 'hex');
    expect(changed).not.toEqual(der);
    expect(parseCertificate(changed)).toBeUndefined();
  });

  it('is accepted with an explicit FALSE, which some issuers write', () => {
    const changed = Buffer.from(der.toString('hex').replace('0101ff', '010100'), 'hex');
    expect(changed).not.toEqual(der);
    expect(parseCertificate(changed)).toBeDefined();
  });

  it('never makes the parser throw, whatever byte is changed', () => {
    fc.assert(
      fc.property(fc.nat(der.length - 1), fc.nat(255), (at, octet) => {
        const changed = Buffer.from(der);
        changed[at] = octet;
        parseCertificate(changed);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a PEM bundle', () => {
  it('gives every certificate and skips text between them', () => {
    expect(decodePemBundle(`subject=x\n${pem}\nsubject=y\r\n${ca}`)).toHaveLength(2);
  });

  it('is refused when one block is malformed or there is no block', () => {
    expect(decodePemBundle(pem + ca.replace('MII', 'M?I'))).toBeUndefined();
    expect(decodePemBundle('nothing')).toBeUndefined();
  });
});
