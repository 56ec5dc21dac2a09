/** Tag bytes of the ASN.1 types that certificates use here (X.690). */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** One DER value: its tag byte, its whole encoding and its content. */
export interface DerValue {
  readonly tag: number;
  readonly raw: Buffer;
  readonly body: Buffer;
}

const VALUES_MAX = 1024;
const DEPTH_MAX = 32;
const LENGTH_BYTES_MAX = 3;
const OID_BYTES_MAX = 64;

/**
 * Reads exactly one DER value (X.690) that fills all bytes, and checks every value inside it: tags
 * of one byte, definite lengths in their shortest form, and the one encoding that DER allows for a
 * BOOLEAN, an INTEGER, a NULL and a BIT STRING. It refuses what a decoder for BER would accept and
 * encode in another way (docs/adr/0015-asn1-by-library.md).
 *
 * @returns the value, sharing memory with the input; undefined when malformed
 */
export function readDer(bytes: Buffer): DerValue | undefined {
  const value = derAt(bytes, 0);
  const isWhole = value?.raw.length === bytes.length && isDer(bytes, 0, bytes.length, DEPTH_MAX);
  return isWhole ? value : undefined;
}

/** Splits content into values, at most 1024; empty for no bytes, undefined when malformed. */
export function readDerSeries(bytes: Buffer): readonly DerValue[] | undefined {
  const values: DerValue[] = [];
  let at = 0;
  while (at < bytes.length) {
    const value = derAt(bytes, at);
    if (value === undefined || values.length === VALUES_MAX) return undefined;
    values.push(value);
    at += value.raw.length;
  }
  return values;
}

/** Splits content one value at a time, for long lists; the last is undefined when malformed. */
export function* eachDer(bytes: Buffer): Generator<DerValue | undefined> {
  for (let at = 0; at < bytes.length;) {
    const value = derAt(bytes, at);
    yield value;
    at = value === undefined ? bytes.length : at + value.raw.length;
  }
}

/** Reads the members of a constructed value; undefined for another tag or malformed content. */
export function membersOf(
  value: DerValue | undefined,
  tag: number,
): readonly DerValue[] | undefined {
  return value?.tag === tag ? readDerSeries(value.body) : undefined;
}

/** Reads an OBJECT IDENTIFIER as dotted numbers; undefined when it is something else. */
export function oidOf(value: DerValue | undefined): string | undefined {
  if (value?.tag !== TAG.oid || value.body.length > OID_BYTES_MAX) return undefined;
  let text = '';
  let arc = 0;
  for (const byte of value.body) {
    if (arc === 0 && byte === 0x80) return undefined;
    arc = arc * 128 + (byte & 0x7f);
    if (arc > Number.MAX_SAFE_INTEGER / 256) return undefined;
    if (byte < 0x80) {
      text += text === '' ? firstArcs(arc) : `.${arc}`;
      arc = 0;
    }
  }
  return value.body.length === 0 || value.body.at(-1)! >= 0x80 ? undefined : text;
}

/** The first number of an encoding holds two arcs: 40 times the first plus the second. */
function firstArcs(both: number): string {
  const root = Math.min(Math.floor(both / 40), 2);
  return `${root}.${both - root * 40}`;
}

/** Reads a non-negative INTEGER; undefined when it is negative, padded, or something else. */
export function integerOf(value: DerValue | undefined): bigint | undefined {
  if (value?.tag !== TAG.integer || !isInteger(value.body) || value.body[0]! >= 0x80)
    return undefined;
  return BigInt(`0x${value.body.toString('hex')}`);
}

const AFTER_YEAR = '(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])([01]\\d|2[0-3])([0-5]\\d)([0-5]\\d)Z$';
const UTC = new RegExp(`^(\\d{2})${AFTER_YEAR}`);
const GENERALIZED = new RegExp(`^([1-9]\\d{3})${AFTER_YEAR}`);

/**
 * Reads a Time (RFC 5280 section 4.1.2.5), UTCTime for 1950 to 2049 or GeneralizedTime, in whole
 * seconds of Greenwich; undefined when it is something else or no such moment exists.
 */
export function timeOf(value: DerValue | undefined): Date | undefined {
  const isUtc = value?.tag === TAG.utcTime;
  if (!isUtc && value?.tag !== TAG.generalizedTime) return undefined;
  const match = (isUtc ? UTC : GENERALIZED).exec(value.body.toString('latin1'));
  if (!match) return undefined;
  const year = Number(match[1]) + (isUtc ? (Number(match[1]) < 50 ? 2000 : 1900) : 0);
  const day = Number(match[3]);
  const [hours, minutes, seconds] = match.slice(4).map(Number);
  const time = new Date(Date.UTC(year, Number(match[2]) - 1, day, hours, minutes, seconds));
  // 31 April becomes 1 May.
  return time.getUTCDate() === day ? time : undefined;
}

interface Extent {
  readonly bodyStart: number;
  readonly end: number;
}

function derAt(bytes: Buffer, start: number): DerValue | undefined {
  const extent = extentAt(bytes, start, bytes.length);
  if (extent === undefined) return undefined;
  const { bodyStart, end } = extent;
  const tag = bytes[start]!;
  return { tag, raw: bytes.subarray(start, end), body: bytes.subarray(bodyStart, end) };
}

/** Where the content of the value at `start` begins and ends; undefined when that is not DER. */
function extentAt(bytes: Buffer, start: number, limit: number): Extent | undefined {
  if (start + 2 > limit || (bytes[start]! & 0x1f) === 0x1f) return undefined;
  const firstLength = bytes[start + 1]!;
  let bodyStart = start + 2;
  let length = firstLength;
  if (firstLength >= 0x80) {
    const size = firstLength & 0x7f;
    if (size === 0 || size > LENGTH_BYTES_MAX || bodyStart + size > limit) return undefined;
    length = bytes.readUIntBE(bodyStart, size);
    if (length < 0x80 || length < 2 ** (8 * (size - 1))) return undefined;
    bodyStart += size;
  }
  const end = bodyStart + length;
  return end > limit ? undefined : { bodyStart, end };
}

/** Tells whether the bytes are DER values one after another, with DER values inside them. */
function isDer(bytes: Buffer, start: number, end: number, depth: number): boolean {
  let at = start;
  while (at < end) {
    const extent = extentAt(bytes, at, end);
    if (extent === undefined) return false;
    const tag = bytes[at]!;
    const isValid =
      (tag & 0x20) === 0
        ? isPrimitive(tag, bytes, extent)
        : isConstructed(tag) && depth > 0 && isDer(bytes, extent.bodyStart, extent.end, depth - 1);
    if (!isValid) return false;
    at = extent.end;
  }
  return true;
}

/** Of the universal types, DER constructs sequences and sets only (X.690 section 10.2). */
function isConstructed(tag: number): boolean {
  return tag >= 0x40 || tag === TAG.sequence || tag === TAG.set;
}

/** End-of-contents, a reserved number, SEQUENCE and SET. */
const NEVER_PRIMITIVE = new Set([0x00, 0x0f, 0x10, 0x11]);

function isPrimitive(tag: number, bytes: Buffer, { bodyStart, end }: Extent): boolean {
  if (NEVER_PRIMITIVE.has(tag)) return false;
  if (tag > TAG.null) return true;
  const body = bytes.subarray(bodyStart, end);
  if (tag === TAG.boolean) return body.length === 1 && (body[0] === 0 || body[0] === 0xff);
  if (tag === TAG.integer) return isInteger(body);
  if (tag === TAG.bitString) return isBitString(body);
  return tag !== TAG.null || body.length === 0;
}

/** At least one byte, and no leading byte that repeats the sign (X.690 section 8.3). */
function isInteger(body: Buffer): boolean {
  if (body.length < 2) return body.length === 1;
  return body[1]! < 0x80 ? body[0] !== 0 : body[0] !== 0xff;
}

/** One byte counts the unused bits at the end, which are zero (X.690 section 11.2.1). */
function isBitString(body: Buffer): boolean {
  const [unused] = body;
  if (unused === undefined || unused > 7) return false;
  return unused === 0 || (body.length > 1 && (body.at(-1)! & ((1 << unused) - 1)) === 0);
}
