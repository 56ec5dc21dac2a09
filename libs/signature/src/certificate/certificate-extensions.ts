import { integerOf, membersOf, oidOf, readDer, TAG, type DerValue } from '../base/der.js';
import { DISTRIBUTION_POINTS, distributionPointsIn } from './distribution-points.js';
import { QC_STATEMENTS } from './qc-statements.js';

/** Bits of KeyUsage that matter here, RFC 5280 section 4.2.1.3. */
export type KeyUsage = 'digitalSignature' | 'nonRepudiation' | 'keyCertSign' | 'cRLSign';

/** The content of the extensions of a certificate that the path and TPP checks need. */
export interface CertificateExtensions {
  /** Undefined when the extension is absent; the certificate is then unrestricted (RFC 5280). */
  readonly keyUsage: ReadonlySet<KeyUsage> | undefined;
  /** CA flag; false when BasicConstraints is absent. */
  readonly isCa: boolean;
  /** How many further CAs may follow below this one; undefined for no limit. */
  readonly pathLength: number | undefined;
  /** Identifiers of the critical extensions that this library does not process. */
  readonly unknownCritical: readonly string[];
  /** DER of QCStatements, undefined when absent. */
  readonly qcStatements: Buffer | undefined;
  /** The places of the issuer's revocation lists: raw names in base64. */
  readonly distributionPoints: ReadonlySet<string>;
}

const BASIC_CONSTRAINTS = '2.5.29.19';
const KEY_USAGE = '2.5.29.15';

/**
 * The critical extensions that we accept: the four that this library reads, the other names of the
 * subject (the TPP's identity comes from the subject alone), and certificate policies (we accept
 * every policy).
 */
const PROCESSED = new Set([
  BASIC_CONSTRAINTS,
  KEY_USAGE,
  QC_STATEMENTS,
  DISTRIBUTION_POINTS,
  '2.5.29.17',
  '2.5.29.32',
]);

/**
 * Reads the extensions of a certificate (RFC 5280 section 4.2).
 *
 * @param list the members of Extensions, undefined when the list itself is malformed
 * @returns undefined when an extension is malformed or repeated
 */
export function parseExtensions(
  list: readonly DerValue[] | undefined,
): CertificateExtensions | undefined {
  if (list === undefined) return undefined;
  const extensions = new Map<string, Extension>();
  for (const item of list) {
    const extension = parseExtension(item);
    if (extension === undefined || extensions.has(extension.oid)) return undefined;
    extensions.set(extension.oid, extension);
  }
  const constraints = parseConstraints(extensions.get(BASIC_CONSTRAINTS)?.value);
  const usage = parseUsage(extensions.get(KEY_USAGE)?.value);
  const distributionPoints = parsePoints(extensions.get(DISTRIBUTION_POINTS)?.value);
  if (!constraints || !usage || !distributionPoints) return undefined;
  return {
    ...constraints,
    ...usage,
    distributionPoints,
    qcStatements: extensions.get(QC_STATEMENTS)?.value,
    unknownCritical: [...extensions.values()]
      .filter(({ oid, critical }) => critical && !PROCESSED.has(oid))
      .map(({ oid }) => oid),
  };
}

/** One extension of a certificate or of a revocation list. */
export interface Extension {
  readonly oid: string;
  readonly critical: boolean;
  readonly value: Buffer;
}

/** Reads one extension; undefined when it is malformed. */
export function parseExtension(item: DerValue): Extension | undefined {
  const [type, ...rest] = membersOf(item, TAG.sequence) ?? [];
  const oid = oidOf(type);
  const flag = rest.length === 2 ? rest[0] : undefined;
  const value = rest.at(-1);
  if (oid === undefined || rest.length > 2 || value?.tag !== TAG.octetString) return undefined;
  if (flag && flag.tag !== TAG.boolean) return undefined;
  return { oid, critical: isTrue(flag), value: value.body };
}

function parsePoints(value: Buffer | undefined): ReadonlySet<string> | undefined {
  return value === undefined ? new Set() : distributionPointsIn(value);
}

type Constraints = Pick<CertificateExtensions, 'isCa' | 'pathLength'>;

function parseConstraints(value: Buffer | undefined): Constraints | undefined {
  if (value === undefined) return { isCa: false, pathLength: undefined };
  const members = [...(membersOf(readDer(value), TAG.sequence) ?? [undefined])];
  const isCa = isTrue(members[0]?.tag === TAG.boolean ? members.shift() : undefined);
  if (members.length === 0) return { isCa, pathLength: undefined };
  const pathLength = integerOf(members[0]);
  if (pathLength === undefined || members.length > 1) return undefined;
  return { isCa, pathLength: Number(pathLength) };
}

function parseUsage(
  value: Buffer | undefined,
): Pick<CertificateExtensions, 'keyUsage'> | undefined {
  if (value === undefined) return { keyUsage: undefined };
  const keyUsage = parseKeyUsage(value);
  return keyUsage && { keyUsage };
}

/** A BIT STRING: one byte with the count of unused bits, then bits from the left. */
function parseKeyUsage(value: Buffer): ReadonlySet<KeyUsage> | undefined {
  const bits = readDer(value);
  if (bits?.tag !== TAG.bitString || bits.body.length < 2) return undefined;
  const first = bits.body[1]!;
  const usages = new Set<KeyUsage>();
  if (first & 0x80) usages.add('digitalSignature');
  if (first & 0x40) usages.add('nonRepudiation');
  if (first & 0x04) usages.add('keyCertSign');
  if (first & 0x02) usages.add('cRLSign');
  return usages;
}

/**
 * DER leaves out a FALSE that is the default. Issuers in the field write it all the same, so an
 * explicit FALSE is accepted. `readDer` refuses every TRUE but 255.
 */
function isTrue(value: DerValue | undefined): boolean {
  return value?.tag === TAG.boolean && value.body[0] === 0xff;
}
