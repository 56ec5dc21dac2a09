import { signatureAlgorithmOf } from '../certificate/certificate-algorithm.js';
import { parseExtension, type Extension } from '../certificate/certificate-extensions.js';
import {
  eachDer,
  integerOf,
  membersOf,
  readDer,
  readDerSeries,
  TAG,
  timeOf,
  type DerValue,
} from '../base/der.js';
import {
  ISSUING_DISTRIBUTION_POINT,
  scopeOf,
  WHOLE_SCOPE,
  type RevocationScope,
} from '../certificate/distribution-points.js';
import { parseName } from '../certificate/name-attribute.js';

/**
 * A revocation list of one issuer (RFC 5280 section 5). It stays in memory as long as its issuer is
 * trusted, so it keeps no part of the bytes it was read from.
 */
export interface RevocationList {
  /** The issuer's raw name, base64 DER as in `Certificate.subjectDer`. */
  readonly issuerDer: string;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
  /** The certificates of its issuer that the list covers. */
  readonly scope: RevocationScope;
  /** Serial numbers of the revoked certificates. */
  readonly revoked: ReadonlySet<bigint>;
  /** Those among them that another certificate has replaced, as after a renewal. */
  readonly superseded: ReadonlySet<bigint>;
}

/** A parsed list whose signature is not checked yet. */
export interface SignedRevocationList {
  readonly list: RevocationList;
  /** The signed bytes, the accepted algorithm, and the signature; both share the input's memory. */
  readonly signed: Buffer;
  readonly signatureAlgorithm: string;
  readonly signature: Buffer;
}

/** Most entries of one list; the largest lists in use have some hundred thousand. */
const ENTRIES_MAX = 1_000_000;

/**
 * Parses a revocation list from DER (RFC 5280 section 5.1). The list must be complete for its scope
 * and must state the time of the next list. Delta lists, indirect lists and lists of some reasons are
 * refused, and so is every other critical extension of the list or of an entry.
 *
 * The ASN.1 library needs six seconds and 800 MB for a list of 100,000 entries, so it reads the scope
 * only (docs/adr/0015-asn1-by-library.md).
 *
 * @throws TypeError with the reason why the list cannot be used
 */
export function parseRevocationList(der: Buffer): SignedRevocationList {
  const [tbs, algorithm, signature, ...rest] = membersOf(readDer(der), TAG.sequence) ?? [];
  const fields = fieldsOf(tbs);
  if (!tbs || !algorithm || signature?.tag !== TAG.bitString || !fields || rest.length > 0) {
    throw new TypeError('A revocation list is malformed.');
  }
  const signatureAlgorithm = signatureAlgorithmOf(algorithm);
  if (signatureAlgorithm === undefined) {
    throw new TypeError('A revocation list is signed with an algorithm that is not accepted.');
  }
  // The inner algorithm is signed, the outer one is not (RFC 5280 section 5.1.2.2).
  if (!fields.algorithm.raw.equals(algorithm.raw) || signature.body[0] !== 0) {
    throw new TypeError('A revocation list contradicts itself about its signature.');
  }
  const { scope, others } = scopeIn(extensionsOf(fields.extensions));
  requireComplete(others);
  const list = {
    issuerDer: fields.issuer.raw.toString('base64'),
    ...timesOf(fields),
    scope,
    ...revokedIn(fields.entries),
  };
  return { list, signed: tbs.raw, signatureAlgorithm, signature: signature.body.subarray(1) };
}

interface Fields {
  readonly algorithm: DerValue;
  readonly issuer: DerValue;
  readonly thisUpdate: DerValue;
  readonly nextUpdate: DerValue | undefined;
  readonly entries: DerValue | undefined;
  readonly extensions: DerValue | undefined;
}

/** TBSCertList: version, algorithm, issuer, thisUpdate, nextUpdate, entries, `[0]` extensions. */
function fieldsOf(tbs: DerValue | undefined): Fields | undefined {
  const members = [...(membersOf(tbs, TAG.sequence) ?? [])];
  if (members[0]?.tag === TAG.integer && integerOf(members.shift()) !== 1n) return undefined;
  const [algorithm, issuer, thisUpdate, ...optional] = members;
  const take = (isOne: (one: DerValue) => boolean) =>
    optional[0] !== undefined && isOne(optional[0]) ? optional.shift() : undefined;
  const nextUpdate = take(({ tag }) => tag === TAG.utcTime || tag === TAG.generalizedTime);
  const entries = take(({ tag }) => tag === TAG.sequence);
  const extensions = take(({ tag }) => tag === 0xa0);
  if (!algorithm || !thisUpdate || !issuer || !parseName(issuer.raw) || optional.length > 0) {
    return undefined;
  }
  return { algorithm, issuer, thisUpdate, nextUpdate, entries, extensions };
}

function timesOf(fields: Fields): Pick<RevocationList, 'thisUpdate' | 'nextUpdate'> {
  const thisUpdate = timeOf(fields.thisUpdate);
  const nextUpdate = timeOf(fields.nextUpdate);
  if (thisUpdate === undefined || nextUpdate === undefined) {
    throw new TypeError(
      'A revocation list does not state when it was made and when the next comes.',
    );
  }
  return { thisUpdate, nextUpdate };
}

function extensionsOf(wrapper: DerValue | undefined): readonly DerValue[] {
  if (wrapper === undefined) return [];
  const [list, ...rest] = readDerSeries(wrapper.body) ?? [];
  const members = membersOf(list, TAG.sequence);
  if (members === undefined || rest.length > 0) {
    throw new TypeError('A revocation list is malformed.');
  }
  return members;
}

/** The scope, and the other extensions. A second scope stays among them and is refused there. */
function scopeIn(extensions: readonly DerValue[]): {
  readonly scope: RevocationScope;
  readonly others: readonly DerValue[];
} {
  const isScope = (item: DerValue) => parseExtension(item)?.oid === ISSUING_DISTRIBUTION_POINT;
  const item = extensions.find(isScope);
  const value = item && parseExtension(item)?.value;
  return {
    scope: value === undefined ? WHOLE_SCOPE : scopeOf(value),
    others: extensions.filter((one) => one !== item),
  };
}

function revokedIn(entries: DerValue | undefined): Pick<RevocationList, 'revoked' | 'superseded'> {
  const revoked = new Set<bigint>();
  const superseded = new Set<bigint>();
  for (const entry of entries === undefined ? [] : eachDer(entries.body)) {
    if (revoked.size === ENTRIES_MAX) throw new TypeError('A revocation list is too long.');
    const [serialValue, date, extensions] = membersOf(entry, TAG.sequence) ?? [];
    const serial = integerOf(serialValue);
    if (serial === undefined || timeOf(date) === undefined) {
      throw new TypeError('An entry of a revocation list is malformed.');
    }
    revoked.add(serial);
    if (extensions === undefined) continue;
    const known = requireComplete(membersOf(extensions, TAG.sequence));
    if (known.some(isSuperseded)) superseded.add(serial);
  }
  return { revoked, superseded };
}

/** The entry extension CRLReason (RFC 5280 section 5.3.1) with its value `superseded` (4). */
function isSuperseded({ oid, value }: Extension): boolean {
  return oid === '2.5.29.21' && value.equals(SUPERSEDED);
}

const SUPERSEDED = Buffer.from('0a0104', 'hex');

/** We process no critical extension but the scope, so every other one makes the list unusable. */
function requireComplete(list: readonly DerValue[] | undefined): readonly Extension[] {
  const extensions = list?.map(parseExtension);
  if (extensions === undefined || extensions.includes(undefined)) {
    throw new TypeError('An extension of a revocation list is malformed.');
  }
  const known = extensions as readonly Extension[];
  const unknown = known.find(({ critical, oid }) => critical || NEVER_COMPLETE.has(oid));
  if (unknown === undefined) return known;
  const what = NEVER_COMPLETE.get(unknown.oid) ?? 'has a critical extension that is not supported';
  throw new TypeError(`A revocation list ${what} (${unknown.oid}).`);
}

/** These must be critical. A list that does not mark them as critical is not complete either. */
const NEVER_COMPLETE: ReadonlyMap<string, string> = new Map([
  ['2.5.29.27', 'is a delta list'],
  [ISSUING_DISTRIBUTION_POINT, 'has two scopes, or an entry with one'],
  ['2.5.29.29', 'is an indirect list'],
]);
