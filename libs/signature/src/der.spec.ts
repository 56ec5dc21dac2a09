import fc from 'fast-check';
import { integerOf, oidOf, readDer, readDerSeries } from './der.js';

const hex = (text: string) => Buffer.from(text, 'hex');

describe('DER', () => {
  it('gives tag and content of a value', () => {
    expect(readDer(hex('0c026162'))).toMatchObject({ tag: 0x0c, body: Buffer.from('ab') });
    const long = Buffer.concat([hex('04820100'), Buffer.alloc(256)]);
    expect(readDer(long)?.body).toHaveLength(256);
  });

  it.each([
    ['nothing', ''],
    ['a tag alone', '30'],
    ['content that is cut off', '0c0361'],
    ['octets behind the value', '0c016100'],
    ['an indefinite length', '3080000'],
    ['a long length that is short', '04810161'],
    ['a length with a leading zero', '0482000161'],
    ['a length of many octets', '0484000000016161'],
    ['a tag of several octets', '1f010161'],
  ])('refuses %s', (_, text) => {
    expect(readDer(hex(text))).toBeUndefined();
  });

  it.each([
    ['2a864886f70d01010b', '1.2.840.113549.1.1.11'],
    ['550461', '2.5.4.97'],
    ['0400818c', undefined],
    ['0400819827', '0.4.0.19495'],
    ['8837', '2.999'],
    ['550480', undefined],
    ['55048001', undefined],
    ['', undefined],
    ['55'.repeat(65), undefined],
    ['55ffffffffffffffffff7f', undefined],
  ])('reads the identifier %s as %s', (body, oid) => {
    const value = readDer(Buffer.concat([Buffer.from([6, body.length / 2]), hex(body)]));
    expect(oidOf(value)).toBe(oid);
  });

  it.each([
    ['020101', 1n],
    ['02020080', 128n],
    ['020100', 0n],
    ['0201ff', undefined],
    ['02020001', undefined],
    ['0200', undefined],
    ['040101', undefined],
  ])('reads the integer %s as %s', (text, value) => {
    expect(integerOf(readDer(hex(text)))).toBe(value);
  });

  it('never throws on any octets', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (octets) => {
        readDerSeries(Buffer.from(octets))?.forEach((value) => [oidOf(value), integerOf(value)]);
      }),
    );
  });
});
