import fc from 'fast-check';
import { OctetWriter, sizeOfVarint } from './octet-writer.js';

const size = (value: Buffer | string) => Buffer.byteLength(value);

/** What is written, and the same octets by other means. */
const pieces: readonly [(writer: OctetWriter) => void, Buffer][] = [
  [(writer) => writer.int8(2), Buffer.from([2])],
  [(writer) => writer.int16(-2), Buffer.from([0xff, 0xfe])],
  [(writer) => writer.int32(258), Buffer.from([0, 0, 1, 2])],
  [(writer) => writer.int64(-1n), Buffer.alloc(8, 0xff)],
  [(writer) => writer.string('ø'), Buffer.from([0, 2, 0xc3, 0xb8])],
  [(writer) => writer.string(null), Buffer.from([0xff, 0xff])],
  [(writer) => writer.varint(-1), Buffer.from([1])],
  [(writer) => writer.varint(150), Buffer.from([0xac, 2])],
  [(writer) => writer.sized('abc', size('abc')), Buffer.from([6, 97, 98, 99])],
  [(writer) => writer.sized(Buffer.from('abc'), 3), Buffer.from([6, 97, 98, 99])],
  [(writer) => writer.sized(null, -1), Buffer.from([1])],
  [(writer) => writer.int32At(writer.skip(4), 7), Buffer.from([0, 0, 0, 7])],
];

describe('an octet writer', () => {
  it('writes one piece behind the other, however little room there was', () => {
    const some = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(some, fc.integer({ min: 0, max: 16 }), (chosen, startOctets) => {
        const writer = new OctetWriter(startOctets);
        for (const [write] of chosen) write(writer);
        const expected = Buffer.concat(chosen.map(([, octets]) => octets));
        expect(writer.octets().toString('hex')).toBe(expected.toString('hex'));
      }),
    );
  });

  it('knows the size of a varint, for times as for small numbers', () => {
    const numbers = fc.oneof(fc.integer(), fc.integer({ min: -(2 ** 51), max: 2 ** 51 }));
    fc.assert(
      fc.property(numbers, (number) => {
        const writer = new OctetWriter();
        writer.varint(number);
        expect(sizeOfVarint(number)).toBe(writer.length);
        expect(readVarint(writer.octets())).toBe(BigInt(number));
      }),
    );
  });
});

/** As the Kafka protocol has it: seven bits at a time, then zigzag. */
function readVarint(octets: Buffer): bigint {
  const coded = octets.reduceRight((sum, octet) => (sum << 7n) | BigInt(octet & 0x7f), 0n);
  return coded % 2n === 0n ? coded / 2n : -(coded + 1n) / 2n;
}
