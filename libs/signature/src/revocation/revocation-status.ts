import { constants, hash, verify, type KeyObject } from 'node:crypto';
import type { Certificate } from '../certificate/certificate.js';
import { covers } from '../certificate/distribution-points.js';
import { isDer, pemBlocks, type CertificateSource } from '../certificate/pem.js';
import {
  parseRevocationList,
  type RevocationList,
  type SignedRevocationList,
} from './revocation-list.js';

/** Whether a path needs a current list of each issuer, or is trusted without one as well. */
export type RevocationPolicy = 'required' | 'optional';

/** The status of a certificate at a time, by the lists. */
export type RevocationStatus =
  /** Not revoked; `until` is when the next list is due. */
  | { readonly is: 'good'; readonly until: Date }
  | { readonly is: 'revoked' }
  /** There is no list of the issuer that covers the certificate, or the next one is overdue. */
  | { readonly is: 'unknown' };

/**
 * A certificate as revocation lists name it. Small enough to be stored with what the certificate has
 * signed.
 */
export interface CertificateReference {
  /** SHA-256 of the issuer's raw name, base64url. */
  readonly issuer: string;
  /** The serial number in decimal digits. */
  readonly serial: string;
}

/** The reference of a certificate. */
export function referenceOf({
  issuerDer,
  serial,
}: Pick<Certificate, 'issuerDer' | 'serial'>): CertificateReference {
  return { issuer: hashOfName(issuerDer), serial: serial.toString() };
}

/** How references name an issuer. */
export function hashOfName(nameDer: string): string {
  return hash('sha256', nameDer, 'base64url');
}

/** The revocation lists of a trust store. Made once, never changed. */
export interface RevocationLists {
  readonly policy: RevocationPolicy;
  /** Whether the caller asks a responder for the status of this CA's end certificates. They need no list. */
  readonly hasResponder: (issuer: Certificate) => boolean;
  /** Looks a certificate up in the newest list for it that its issuer's key has signed. */
  readonly statusOf: (subject: Certificate, issuer: Certificate, now: Date) => RevocationStatus;
  /**
   * Whether the newest list of the issuer's name, of any scope and key, revokes the certificate for another
   * reason than `superseded`: a CA states that one after a renewal, when nobody doubts the key (RFC 5280
   * section 5.3.1). A certificate without a list counts as not revoked.
   */
  readonly isDistrusted: (certificate: CertificateReference, now: Date) => boolean;
  /** Every list with the certificate of its issuer, to watch when the next ones are due. */
  readonly lists: readonly IssuedList[];
}

/** A list whose signature was checked. */
export interface IssuedList {
  readonly issuer: Certificate;
  readonly list: RevocationList;
}

/** The input of {@link createRevocationLists}. */
export interface RevocationListsInput {
  readonly sources: readonly CertificateSource[];
  /** The CAs that may have signed them, by raw subject name. */
  readonly issuersNamed: (subjectDer: string) => readonly Certificate[];
  readonly policy: RevocationPolicy;
  readonly hasResponder: (issuer: Certificate) => boolean;
}

/**
 * Reads revocation lists and checks that a CA of the store has signed each (RFC 5280 section 6.3.3:
 * raw name, KeyUsage cRLSign when stated, signature). A list counts for certificates that the same
 * key has signed, so that another CA of an equal name cannot clear a certificate.
 *
 * @throws TypeError when a source holds no list, or one that cannot be used
 */
export function createRevocationLists(input: RevocationListsInput): RevocationLists {
  const lists = input.sources
    .flatMap(listsIn)
    .map((signed) => ({ list: signed.list, issuer: issuerOf(signed, input.issuersNamed) }));
  const byKey = new Map<string, RevocationList[]>();
  for (const { list, issuer } of lists) {
    const key = keyOf(issuer);
    byKey.set(key, [...(byKey.get(key) ?? []), list].sort(newestFirst));
  }
  return {
    policy: input.policy,
    hasResponder: input.hasResponder,
    lists,
    isDistrusted: (certificate, now) => isDistrusted(lists, certificate, now),
    statusOf: (subject, issuer, now) => {
      const { serial, issuerDer } = subject;
      // A list of the future was made by another clock and does not count yet.
      const applies = (one: RevocationList) =>
        one.issuerDer === issuerDer && one.thisUpdate <= now && covers(one.scope, subject);
      const list = byKey.get(keyOf(issuer))?.find(applies);
      if (list === undefined) return { is: 'unknown' };
      if (list.revoked.has(serial)) return { is: 'revoked' };
      return now <= list.nextUpdate ? { is: 'good', until: list.nextUpdate } : { is: 'unknown' };
    },
  };
}

function isDistrusted(
  lists: readonly IssuedList[],
  { issuer, serial }: CertificateReference,
  now: Date,
): boolean {
  const newest = new Map<string, RevocationList>();
  for (const one of lists) {
    const { issuerDer, thisUpdate, scope } = one.list;
    if (thisUpdate > now || hashOfName(issuerDer) !== issuer) continue;
    const points = [...(scope.points ?? [])].sort();
    const key = [keyOf(one.issuer), scope.certificates, ...points].join(' ');
    const other = newest.get(key);
    if (other === undefined || other.thisUpdate < thisUpdate) newest.set(key, one.list);
  }
  const number = BigInt(serial);
  return [...newest.values()].some(
    ({ revoked, superseded }) => revoked.has(number) && !superseded.has(number),
  );
}

function listsIn(source: CertificateSource): readonly SignedRevocationList[] {
  const ders = isDer(source) ? [source] : pemBlocks(source.toString(), 'X509 CRL');
  if (ders === undefined) throw new TypeError('A source holds no revocation list.');
  return ders.map(parseRevocationList);
}

function issuerOf(
  signed: SignedRevocationList,
  issuersNamed: RevocationListsInput['issuersNamed'],
): Certificate {
  const named = issuersNamed(signed.list.issuerDer);
  if (named.length === 0) throw new TypeError('No trusted CA has the name of a revocation list.');
  const signer = named.find((one) => isSignedWith(signed, one.publicKey) && mayRevoke(one));
  if (signer === undefined) {
    throw new TypeError('A revocation list is not signed by the trusted CA of its name.');
  }
  return signer;
}

function mayRevoke({ isCa, keyUsage }: Certificate): boolean {
  return isCa && (keyUsage === undefined || keyUsage.has('cRLSign'));
}

/** The hashes of the accepted algorithms. The name of an algorithm contains that of its hash. */
const HASHES = ['sha256', 'sha384', 'sha512'];

/** Whether a key made the signature of a list or of an OCSP response, by an algorithm that is accepted. */
export function isSignedWith(
  list: Pick<SignedRevocationList, 'signed' | 'signature' | 'signatureAlgorithm'>,
  key: KeyObject,
): boolean {
  const { signed, signature, signatureAlgorithm } = list;
  try {
    if (signatureAlgorithm === 'Ed25519') return verify(null, signed, key, signature);
    if (signatureAlgorithm === 'rsassaPss') {
      const pss = { key, padding: constants.RSA_PKCS1_PSS_PADDING };
      return HASHES.some((hash) => verify(hash, signed, pss, signature));
    }
    const hash = HASHES.find((name) => signatureAlgorithm.toLowerCase().includes(name));
    return hash !== undefined && verify(hash, signed, key, signature);
  } catch {
    // A key of another type than the algorithm makes node:crypto throw.
    return false;
  }
}

/** The keys of a store's CAs as text: exporting a key costs more than checking a signature. */
const keyTexts = new WeakMap<KeyObject, string>();

function keyOf({ publicKey }: Certificate): string {
  const known = keyTexts.get(publicKey);
  if (known !== undefined) return known;
  const text = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  keyTexts.set(publicKey, text);
  return text;
}

function newestFirst(a: RevocationList, b: RevocationList): number {
  return b.thisUpdate.getTime() - a.thisUpdate.getTime();
}
