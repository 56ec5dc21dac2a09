import { AsnConvert } from '@peculiar/asn1-schema';
import { GeneralName, IssuingDistributionPoint } from '@peculiar/asn1-x509';
import { membersOf, readDer, readDerSeries, TAG, type DerValue } from './der.js';

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

const distributionPoint = 0xa0;
const fullName = 0xa0;

/**
 * Reads CRLDistributionPoints (RFC 5280 section 4.2.1.13). It is part of every certificate that
 * nobody has seen before, so it does not use the library (docs/adr/0015-asn1-by-library.md).
 *
 * @returns the full names of all points that hold for every reason and for the issuer's own lists;
 * undefined when the extension is malformed
 */
export function distributionPointsIn(value: Buffer): ReadonlySet<string> | undefined {
  const points = membersOf(readDer(value), TAG.sequence);
  const names = new Set<string>();
  for (const point of points ?? []) {
    const members = membersOf(point, TAG.sequence);
    if (members === undefined) return undefined;
    const [name, ...others] = members;
    // No scope that we accept has reasons or another issuer, so such a point never matches one.
    if (name?.tag !== distributionPoint || others.length > 0) continue;
    for (const one of namesOf(name) ?? []) names.add(one);
  }
  return points && names;
}

/** Tells whether a list of this scope covers the certificate (RFC 5280 section 6.3.3 b 2). */
export function covers(scope: RevocationScope, certificate: ScopedCertificate): boolean {
  if (scope.certificates === 'users' && certificate.isCa) return false;
  if (scope.certificates === 'authorities' && !certificate.isCa) return false;
  const { points } = scope;
  return points === undefined || [...certificate.distributionPoints].some((one) => points.has(one));
}

/** The full names of a DistributionPointName; undefined when it has none. */
function namesOf(point: DerValue): ReadonlySet<string> | undefined {
  const [choice, ...rest] = readDerSeries(point.body) ?? [];
  if (choice?.tag !== fullName || rest.length > 0) return undefined;
  const names = readDerSeries(choice.body);
  return names && new Set(names.map(({ raw }) => raw.toString('base64')));
}
