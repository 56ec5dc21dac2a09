import { constants, verify, type KeyObject } from 'node:crypto';
import type { Certificate } from './certificate.js';
import { covers } from './distribution-points.js';
import { isDer, type CertificateSource } from './certificate-source.js';
import { pemBlocks } from './pem.js';
import { parseRevocationList, type RevocationList } from './revocation-list.js';

/** Whether a path needs a current list of each issuer, or takes the absence of one as well. */
export type RevocationPolicy = 'required' | 'optional';

/** What the lists say of a certificate at a time. */
export type RevocationStatus =
  /** Not revoked; a newer list is due by then. */
  | { readonly is: 'good'; readonly until: Date }
  | { readonly is: 'revoked' }
  /** There is no list of the issuer, or the next one is overdue. */
  | { readonly is: 'unknown' };

/** The revocation lists of a trust store. Made once, never changed. */
export interface RevocationLists {
  readonly policy: RevocationPolicy;
  /** Looks a certificate up in the newest list for it that its issuer's key has signed. */
  readonly statusOf: (subject: Certificate, issuer: Certificate, now: Date) => RevocationStatus;
  /** Every list with the certificate of its issuer, to watch when the next ones are due. */
  readonly lists: readonly IssuedList[];
}

/** A list whose signature was checked. */
export interface IssuedList {
  readonly issuer: Certificate;
  readonly list: RevocationList;
}

/** What to make the lists from. */
export interface RevocationListsInput {
  readonly sources: readonly CertificateSource[];
  /** The CAs that may have signed them, by raw subject name. */
  readonly issuersNamed: (subjectDer: string) => readonly Certificate[];
  readonly policy: RevocationPolicy;
}

/**
 * Reads revocation lists and checks that a CA of the store has signed each (RFC 5280 section 6.3.3:
 * raw name, KeyUsage cRLSign when stated, signature). A list counts for what was issued with the same
 * key, so that another CA of an equal name cannot clear a certificate.
 *
 * @throws TypeError when a source holds no list, or one that cannot be used
 */
export function createRevocationLists(input: RevocationListsInput): RevocationLists {
  const lists = input.sources
    .flatMap(listsIn)
    .map((list) => ({ list, issuer: issuerOf(list, input.issuersNamed) }));
  const byKey = new Map<string, RevocationList[]>();
  for (const { list, issuer } of lists) {
    const key = keyOf(issuer);
    byKey.set(key, [...(byKey.get(key) ?? []), list].sort(newestFirst));
  }
  return {
    policy: input.policy,
    lists,
    statusOf: (subject, issuer, now) => {
      const { serial, issuerDer } = subject;
      const speaks = (one: RevocationList) =>
        one.issuerDer === issuerDer && one.thisUpdate <= now && covers(one.scope, subject);
      // One that is from the future was made by another clock, and says nothing yet.
      const list = byKey.get(keyOf(issuer))?.find(speaks);
      if (list === undefined) return { is: 'unknown' };
      if (list.revoked.has(serial)) return { is: 'revoked' };
      return list.nextUpdate < now ? { is: 'unknown' } : { is: 'good', until: list.nextUpdate };
    },
  };
}

function listsIn(source: CertificateSource): readonly RevocationList[] {
  const ders = isDer(source) ? [source] : pemBlocks(source.toString(), 'X509 CRL');
  if (ders === undefined) throw new TypeError('A source holds no revocation list.');
  return ders.map(parseRevocationList);
}

function issuerOf(
  list: RevocationList,
  issuersNamed: RevocationListsInput['issuersNamed'],
): Certificate {
  const named = issuersNamed(list.issuerDer);
  if (named.length === 0) throw new TypeError('No trusted CA has the name of a revocation list.');
  const signer = named.find((one) => isSignedWith(list, one.publicKey) && mayRevoke(one));
  if (signer === undefined) {
    throw new TypeError('A revocation list is not signed by the trusted CA of its name.');
  }
  return signer;
}

function mayRevoke({ isCa, keyUsage }: Certificate): boolean {
  return isCa && (keyUsage === undefined || keyUsage.has('cRLSign'));
}

/** Names of the hashes by the words of the accepted algorithms. */
const HASHES: readonly (readonly [RegExp, string])[] = [
  [/SHA256$|^sha256/, 'sha256'],
  [/SHA384$|^sha384/, 'sha384'],
  [/SHA512$|^sha512/, 'sha512'],
];

function isSignedWith(list: RevocationList, key: KeyObject): boolean {
  const { signed, signature, signatureAlgorithm } = list;
  try {
    if (signatureAlgorithm === 'Ed25519') return verify(null, signed, key, signature);
    if (signatureAlgorithm === 'rsassaPss') {
      const pss = { key, padding: constants.RSA_PKCS1_PSS_PADDING };
      return HASHES.some(([, hash]) => verify(hash, signed, pss, signature));
    }
    const hash = HASHES.find(([pattern]) => pattern.test(signatureAlgorithm))?.[1];
    return hash !== undefined && verify(hash, signed, key, signature);
  } catch {
    // A key of another type than the algorithm makes node:crypto throw.
    return false;
  }
}

/** The keys of a store's CAs as text: writing one down costs more than checking a signature. */
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
