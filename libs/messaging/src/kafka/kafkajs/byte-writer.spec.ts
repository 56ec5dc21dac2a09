import fc from 'fast-check';
import { ByteWriter, sizeOfVarint } from './byte-writer.js';

const size = (value: Buffer | string) => Buffer.byteLength(value);

/** A write and the bytes that it has to produce. */
const pieces: readonly [(writer: ByteWriter) => void, Buffer][] = [
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

describe('a byte writer', () => {
  it('appends every kind of value, whatever the initial size of its buffer', () => {
    const some = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(some, fc.integer({ min: 0, max: 16 }), (chosen, startBytes) => {
        const writer = new ByteWriter(startBytes);
        for (const [write] of chosen) write(writer);
        const expected = Buffer.concat(chosen.map(([, bytes]) => bytes));
        expect(writer.bytes().toString('hex')).toBe(expected.toString('hex'));
      }),
    );
  });

  it('computes the size of a varint for small numbers and for timestamps', () => {
    const numbers = fc.oneof(fc.integer(), fc.integer({ min: -(2 ** 51), max: 2 ** 51 }));
    fc.assert(
      fc.property(numbers, (number) => {
        const writer = new ByteWriter();
        writer.varint(number);
        expect(sizeOfVarint(number)).toBe(writer.length);
        expect(readVarint(writer.bytes())).toBe(BigInt(number));
      }),
    );
  });
});

/** Reads a varint of the Kafka protocol: seven bits at a time, then zigzag. */
function readVarint(bytes: Buffer): bigint {
  const coded = bytes.reduceRight((sum, byte) => (sum << 7n) | BigInt(byte & 0x7f), 0n);
  return coded % 2n === 0n ? coded / 2n : -(coded + 1n) / 2n;
}
