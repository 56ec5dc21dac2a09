import { membersOf, readDer, readDerSeries, TAG, type DerValue } from './der.js';

/** Identifier of CRLDistributionPoints, an extension of certificates. */
export const DISTRIBUTION_POINTS = '2.5.29.31';

/** Identifier of IssuingDistributionPoint, an extension of revocation lists. */
export const ISSUING_DISTRIBUTION_POINT = '2.5.29.28';

/** The certificates of its issuer that a revocation list speaks for. */
export interface RevocationScope {
  readonly certificates: 'all' | 'users' | 'authorities';
  /** Names of the distribution point, raw DER in base64; undefined when it has none. */
  readonly points: ReadonlySet<string> | undefined;
}

/** What a certificate says of itself, as far as scopes ask. */
export interface ScopedCertificate {
  readonly isCa: boolean;
  /** Names of its distribution points, raw DER in base64. */
  readonly distributionPoints: ReadonlySet<string>;
}

/** The scope of a list without IssuingDistributionPoint. */
export const WHOLE_SCOPE: RevocationScope = { certificates: 'all', points: undefined };

const distributionPoint = 0xa0;
const fullName = 0xa0;
const onlyUsers = 0x81;
const onlyAuthorities = 0x82;
const onlySomeReasons = 0x83;
const indirect = 0x84;
const onlyAttributes = 0x85;

/**
 * Reads IssuingDistributionPoint (RFC 5280 section 5.2.5).
 *
 * @throws TypeError for an indirect list, one of some reasons or of attribute certificates, and one
 * that is malformed or names its point relative to another
 */
export function scopeOf(value: Buffer): RevocationScope {
  const members = membersOf(readDer(value), TAG.sequence);
  if (members === undefined) throw new TypeError('The scope of a revocation list is malformed.');
  const member = (tag: number) => members.find((one) => one.tag === tag);
  const isSet = (tag: number) => member(tag)?.body.some((octet) => octet !== 0) === true;
  if (isSet(indirect)) throw new TypeError('A revocation list is an indirect list.');
  if (member(onlySomeReasons) !== undefined || isSet(onlyAttributes)) {
    throw new TypeError('A revocation list speaks for a part that is not supported.');
  }
  if (isSet(onlyUsers) && isSet(onlyAuthorities)) {
    throw new TypeError('A revocation list speaks for no certificate at all.');
  }
  const point = member(distributionPoint);
  const points = point && namesOf(point);
  if (point !== undefined && points === undefined) {
    throw new TypeError('The distribution point of a revocation list is malformed.');
  }
  const one = isSet(onlyAuthorities) ? 'authorities' : 'all';
  return { certificates: isSet(onlyUsers) ? 'users' : one, points };
}

/**
 * Reads CRLDistributionPoints (RFC 5280 section 4.2.1.13).
 *
 * @returns the full names of all points for every reason and of the issuer's own lists; undefined
 * when the extension is malformed
 */
export function distributionPointsIn(value: Buffer): ReadonlySet<string> | undefined {
  const points = membersOf(readDer(value), TAG.sequence);
  const names = new Set<string>();
  for (const point of points ?? []) {
    const members = membersOf(point, TAG.sequence);
    if (members === undefined) return undefined;
    const [name, ...others] = members;
    // With reasons, or with another issuer, a point is one that scopes here never have.
    if (name?.tag !== distributionPoint || others.length > 0) continue;
    for (const one of namesOf(name) ?? []) names.add(one);
  }
  return points && names;
}

/** Whether a list of this scope says anything of the certificate (RFC 5280 section 6.3.3 b 2). */
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
