/** A growing buffer that is written once from front to back, big-endian as in the Kafka protocol. */
export class ByteWriter {
  private buffer: Buffer;
  /** Number of bytes written. */
  length = 0;

  /** `startBytes`: how many there is room for at first. A request of a busy time has some 30 000. */
  constructor(startBytes = 64 * 1024) {
    this.buffer = Buffer.allocUnsafeSlow(startBytes);
  }

  /** All bytes written. */
  bytes(): Buffer {
    return this.from(0);
  }

  /** The bytes written from a position on. */
  from(place: number): Buffer {
    return this.buffer.subarray(place, this.length);
  }

  /** Reserves bytes for {@link int32At} and returns their position. */
  skip(count: number): number {
    return this.advance(count);
  }

  int8(value: number): void {
    const at = this.advance(1);
    this.buffer[at] = value;
  }

  int16(value: number): void {
    const at = this.advance(2);
    this.buffer.writeInt16BE(value, at);
  }

  int16At(place: number, value: number): void {
    this.buffer.writeInt16BE(value, place);
  }

  /** Writes these bytes, which are fewer, in place of all bytes from a position on. */
  replaceFrom(place: number, bytes: Buffer): void {
    this.length = place + bytes.copy(this.buffer, place);
  }

  int32(value: number): void {
    const at = this.advance(4);
    this.buffer.writeInt32BE(value, at);
  }

  int32At(place: number, value: number): void {
    this.buffer.writeInt32BE(value, place);
  }

  int64(value: bigint): void {
    const at = this.advance(8);
    this.buffer.writeBigInt64BE(value, at);
  }

  /** A NULLABLE_STRING: its size in 16 bits, -1 for none. */
  string(value: string | null): void {
    if (value === null) return this.int16(-1);
    const size = Buffer.byteLength(value);
    this.int16(size);
    this.text(value, size);
  }

  /** A VARINT or VARLONG: zigzag, then seven bits at a time. Exact up to 2^52. */
  varint(value: number): void {
    let rest = zigzag(value);
    while (rest > 0x7f) {
      this.int8((rest % 0x80) + 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.int8(rest);
  }

  /** A size as varint, then the bytes; size -1 and nothing for null. */
  sized(value: Buffer | string | null, size: number): void {
    this.varint(size);
    if (value === null) return;
    if (typeof value === 'string') return this.text(value, size);
    const at = this.advance(size);
    value.copy(this.buffer, at);
  }

  private text(value: string, size: number): void {
    const at = this.advance(size);
    this.buffer.write(value, at, size);
  }

  private advance(count: number): number {
    const place = this.length;
    const end = place + count;
    if (end > this.buffer.length) this.grow(end);
    this.length = end;
    return place;
  }

  private grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.buffer.length));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }
}

/** The number of bytes that {@link ByteWriter.varint} writes for a value. */
export function sizeOfVarint(value: number): number {
  let size = 1;
  for (let rest = zigzag(value); rest > 0x7f; rest = Math.floor(rest / 0x80)) size += 1;
  return size;
}

/** Maps small numbers of either sign to small unsigned numbers (Protocol Buffers encoding, ZigZag). */
function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}
