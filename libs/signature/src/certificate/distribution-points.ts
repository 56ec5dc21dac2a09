import { AsnConvert } from '@peculiar/asn1-schema';
import { GeneralName, IssuingDistributionPoint } from '@peculiar/asn1-x509';
import { membersOf, readDer, readDerSeries, TAG, type DerValue } from '../base/der.js';

/** Identifier of CRLDistributionPoints, an extension of certificates. */
export const DISTRIBUTION_POINTS = '2.5.29.31';

/** Identifier of IssuingDistributionPoint, an extension of revocation lists. */
export const ISSUING_DISTRIBUTION_POINT = '2.5.29.28';

/** The certificates of its issuer that a revocation list covers. */
export interface RevocationScope {
  readonly certificates: 'all' | 'users' | 'authorities';
  /** Names of the distribution point, raw DER in base64; undefined when the list names none. */
  readonly points: ReadonlySet<string> | undefined;
}

/** The properties of a certificate that decide whether a scope covers it. */
export interface ScopedCertificate {
  readonly isCa: boolean;
  /** Names of its distribution points, raw DER in base64. */
  readonly distributionPoints: ReadonlySet<string>;
}

/** The scope of a list without IssuingDistributionPoint. */
export const WHOLE_SCOPE: RevocationScope = { certificates: 'all', points: undefined };

/**
 * Reads IssuingDistributionPoint (RFC 5280 section 5.2.5).
 *
 * @throws TypeError for an indirect list, a list of some reasons or of attribute certificates, and a
 * scope that is malformed or names its point relative to another
 */
export function scopeOf(value: Buffer): RevocationScope {
  const scope = issuingDistributionPoint(value);
  const { onlyContainsUserCerts: users, onlyContainsCACerts: authorities } = scope;
  if (scope.indirectCRL) throw new TypeError('A revocation list is an indirect list.');
  if (scope.onlySomeReasons !== undefined || scope.onlyContainsAttributeCerts) {
    throw new TypeError('A revocation list covers a part that is not supported.');
  }
  if (users && authorities) throw new TypeError('A revocation list covers no certificate at all.');
  const some = users ? 'users' : 'authorities';
  return { certificates: users || authorities ? some : 'all', points: pointsOf(scope) };
}

function pointsOf({
  distributionPoint: point,
}: IssuingDistributionPoint): ReadonlySet<string> | undefined {
  if (point === undefined) return undefined;
  if (point.fullName === undefined) {
    throw new TypeError('The distribution point of a revocation list is not a full name.');
  }
  return new Set(point.fullName.map(asBase64));
}

/**
 * The library accepts encodings that are not DER, and parts that it does not know. Encoding the
 * parsed value again and comparing the bytes refuses both.
 */
function issuingDistributionPoint(value: Buffer): IssuingDistributionPoint {
  try {
    const scope = AsnConvert.parse(value, IssuingDistributionPoint);
    if (Buffer.from(AsnConvert.serialize(scope)).equals(value)) return scope;
  } catch {
    // A value that does not fit the schema throws.
  }
  throw new TypeError('The scope of a revocation list is malformed.');
}

function asBase64(name: GeneralName): string {
  return Buffer.from(AsnConvert.serialize(name)).toString('base64');
}

/** The fields of DistributionPoint, all optional: distributionPoint, reasons, cRLIssuer. */
const POINT_NAME = 0xa0;
const POINT_FIELDS = [POINT_NAME, 0x81, 0xa2];
const FULL_NAME = 0xa0;
const RELATIVE_NAME = 0xa1;

/**
 * Reads CRLDistributionPoints (RFC 5280 section 4.2.1.13). It is part of every certificate that
 * nobody has seen before, so it does not use the library (docs/adr/0015-asn1-by-library.md).
 *
 * @returns the full names of all points that hold for every reason and for the issuer's own lists;
 * undefined when the extension is malformed
 */
export function distributionPointsIn(value: Buffer): ReadonlySet<string> | undefined {
  const points = membersOf(readDer(value), TAG.sequence);
  const names = points?.map(namesOfPoint);
  if (names === undefined || !names.every((one) => one !== undefined)) return undefined;
  return new Set(names.flat());
}

/** The full names of one point; undefined when it is malformed. */
function namesOfPoint(point: DerValue): readonly string[] | undefined {
  const fields = membersOf(point, TAG.sequence);
  const order = fields?.map(({ tag }) => POINT_FIELDS.indexOf(tag)) ?? [-1];
  const [name, ...others] = fields ?? [];
  if (order.some((one, at) => one <= (order[at - 1] ?? -1))) return undefined;
  const names = name?.tag === POINT_NAME ? namesIn(name) : [];
  // No scope that we accept has reasons or another issuer, so such a point never matches one.
  return names && others.length > 0 ? [] : names;
}

/** The full names of a DistributionPointName; none for a relative name. */
function namesIn(point: DerValue): readonly string[] | undefined {
  const [choice, ...rest] = readDerSeries(point.body) ?? [];
  if (choice === undefined || rest.length > 0) return undefined;
  if (choice.tag === RELATIVE_NAME) return [];
  const names = choice.tag === FULL_NAME ? readDerSeries(choice.body) : undefined;
  return names?.every(isGeneralName) ? names.map(({ raw }) => raw.toString('base64')) : undefined;
}

/** GeneralName has nine forms, `[0]` to `[8]`. */
function isGeneralName({ tag }: DerValue): boolean {
  return (tag & 0xc0) === 0x80 && (tag & 0x1f) <= 8;
}

/** Tells whether a list of this scope covers the certificate (RFC 5280 section 6.3.3 b 2). */
export function covers(scope: RevocationScope, certificate: ScopedCertificate): boolean {
  if (scope.certificates === 'users' && certificate.isCa) return false;
  if (scope.certificates === 'authorities' && !certificate.isCa) return false;
  const { points } = scope;
  return points === undefined || [...certificate.distributionPoints].some((one) => points.has(one));
}
