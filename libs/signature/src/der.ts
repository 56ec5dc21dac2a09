/** Tag octets of the ASN.1 types that certificates use here (X.690). */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** One DER value: its tag octet, its whole encoding and its content octets. */
export interface DerValue {
  readonly tag: number;
  readonly raw: Buffer;
  readonly body: Buffer;
}

const VALUES_MAX = 1024;
const LENGTH_OCTETS_MAX = 3;
const OID_OCTETS_MAX = 64;

/**
 * Reads exactly one DER value (X.690) that fills all octets. Only definite lengths in their
 * shortest form and single-octet tags are read.
 *
 * @returns the value, sharing memory with the input; undefined when malformed
 */
export function readDer(octets: Buffer): DerValue | undefined {
  const value = derAt(octets, 0);
  return value?.raw.length === octets.length ? value : undefined;
}

/**
 * Reads DER values one after another until the octets end, at most 1024 unless told otherwise.
 *
 * @returns the values, empty for no octets; undefined when malformed
 */
export function readDerSeries(
  octets: Buffer,
  valuesMax = VALUES_MAX,
): readonly DerValue[] | undefined {
  const values: DerValue[] = [];
  let at = 0;
  while (at < octets.length) {
    const value = derAt(octets, at);
    if (value === undefined || values.length === valuesMax) return undefined;
    values.push(value);
    at += value.raw.length;
  }
  return values;
}

/** Reads the members of a constructed value; undefined when its tag is another or it is malformed. */
export function membersOf(
  value: DerValue | undefined,
  tag: number,
): readonly DerValue[] | undefined {
  return value?.tag === tag ? readDerSeries(value.body) : undefined;
}

/** Reads an OBJECT IDENTIFIER as dotted numbers; undefined when it is something else. */
export function oidOf(value: DerValue | undefined): string | undefined {
  if (value?.tag !== TAG.oid || value.body.length === 0) return undefined;
  if (value.body.length > OID_OCTETS_MAX) return undefined;
  const arcs: number[] = [];
  let arc = 0;
  for (const octet of value.body) {
    if (arc === 0 && octet === 0x80) return undefined;
    arc = arc * 128 + (octet & 0x7f);
    if (arc > Number.MAX_SAFE_INTEGER / 256) return undefined;
    if (octet < 0x80) {
      arcs.push(arc);
      arc = 0;
    }
  }
  if (value.body.at(-1)! >= 0x80) return undefined;
  const [first, ...rest] = arcs;
  const root = Math.min(Math.floor(first! / 40), 2);
  return [root, first! - root * 40, ...rest].join('.');
}

/** Reads a non-negative INTEGER; undefined when it is negative, padded, or something else. */
export function integerOf(value: DerValue | undefined): bigint | undefined {
  if (value?.tag !== TAG.integer || value.body.length === 0) return undefined;
  const [first, second] = value.body;
  if (first! >= 0x80 || (first === 0 && second !== undefined && second < 0x80)) return undefined;
  return BigInt(`0x${value.body.toString('hex')}`);
}

function derAt(octets: Buffer, start: number): DerValue | undefined {
  const tag = octets[start];
  const firstLength = octets[start + 1];
  if (tag === undefined || firstLength === undefined || (tag & 0x1f) === 0x1f) return undefined;
  let bodyStart = start + 2;
  let length = firstLength;
  if (firstLength >= 0x80) {
    const size = firstLength & 0x7f;
    if (size === 0 || size > LENGTH_OCTETS_MAX || bodyStart + size > octets.length)
      return undefined;
    length = octets.readUIntBE(bodyStart, size);
    if (length < 0x80 || length < 2 ** (8 * (size - 1))) return undefined;
    bodyStart += size;
  }
  const end = bodyStart + length;
  if (end > octets.length) return undefined;
  return { tag, raw: octets.subarray(start, end), body: octets.subarray(bodyStart, end) };
}
