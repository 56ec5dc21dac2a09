import fc from 'fast-check';
import { integerOf, oidOf, readDer, readDerSeries, timeOf } from './der.js';

const hex = (text: string) => Buffer.from(text, 'hex');

function nested(depth: number): string {
  let value = '';
  for (let i = 0; i < depth; i += 1) {
    const length = value.length / 2;
    value = `30${length.toString(16).padStart(2, '0')}${value}`;
  }
  return value;
}

describe('the DER reader', () => {
  it('gives the tag and the content of a value', () => {
    expect(readDer(hex('0c026162'))).toMatchObject({ tag: 0x0c, body: Buffer.from('ab') });
    const long = Buffer.concat([hex('04820100'), Buffer.alloc(256)]);
    expect(readDer(long)?.body).toHaveLength(256);
  });

  it.each([
    ['nothing', ''],
    ['a tag alone', '30'],
    ['content that is cut off', '0c0361'],
    ['bytes behind the value', '0c016100'],
    ['an indefinite length', '3080000'],
    ['a long length that is short', '04810161'],
    ['a length with a leading zero', '0482000161'],
    ['a length of many bytes', '0484000000016161'],
    ['a tag of several bytes', '1f010161'],
    ['a BOOLEAN that is neither 0 nor 255', '010101'],
    ['a BOOLEAN of two bytes', '0102ffff'],
    ['an INTEGER with a needless zero', '02020001'],
    ['an INTEGER with a needless sign', '0202ff80'],
    ['an INTEGER without content', '0200'],
    ['a NULL with content', '050100'],
    ['a BIT STRING without its count of unused bits', '0300'],
    ['a BIT STRING with nine unused bits', '03020900'],
    ['a BIT STRING whose unused bits are set', '03020101'],
    ['a constructed OCTET STRING', '2403040161'],
    ['a primitive SEQUENCE', '1000'],
    ['an end-of-contents marker', '0000'],
    ['a malformed value inside a SEQUENCE', '3003010101'],
    ['a value that ends behind its SEQUENCE', '30030c0261'],
    ['values nested forty deep', nested(40)],
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

  it.each([
    ['170d3236303130313030303030305a', '2026-01-01T00:00:00.000Z'],
    ['170d3530303130313030303030305a', '1950-01-01T00:00:00.000Z'],
    ['180f32303536303232393132333435395a', '2056-02-29T12:34:59.000Z'],
    ['180f32303537303232393132333435395a', undefined],
    ['170d3236303030313030303030305a', undefined],
    ['170d3236303130313234303030305a', undefined],
    ['170b323630313031303030305a', undefined],
    ['180f30303536303130313030303030305a', undefined],
    ['0c0d3236303130313030303030305a', undefined],
  ])('reads the time %s as %s', (text, time) => {
    expect(timeOf(readDer(hex(text)))?.toISOString()).toBe(time);
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (random) => {
        const bytes = Buffer.from(random);
        readDer(bytes);
        readDerSeries(bytes)?.forEach((one) => [oidOf(one), integerOf(one), timeOf(one)]);
      }),
    );
  });
});
