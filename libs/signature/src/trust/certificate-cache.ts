import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { decodeCertificateHeader } from '../certificate/pem.js';
import { CERTIFICATE, spelled } from '../base/headers.js';
import { isRefusal, refuse, type SignatureRefusal } from '../base/refusal.js';
import { trustTpp, type TppCertificate } from './tpp-certificate.js';
import type { TrustStore } from './trust-store.js';

/** A TPP certificate from the cache, with the keyIds that have matched it. */
export interface KnownCertificate {
  readonly certificate: TppCertificate;
  readonly hasMatched: (keyId: string) => boolean;
  readonly rememberMatch: (keyId: string) => void;
}

/** Remembers checked certificates, so that a path is built once and not on every request. */
export interface CertificateCache {
  /** Gives the checked certificate of a header, or its refusal. It compares the dates every time. */
  readonly find: (header: string, now: Date) => KnownCertificate | SignatureRefusal;
  /** Forgets everything: call it when trust store, revocations or register change. */
  readonly clear: () => void;
}

/** Bounds of the cache; times are compared with the `now` of the look-up. */
export interface CertificateCacheLimits {
  readonly trustedMax: number;
  readonly trustedForMs: number;
  readonly refusedMax: number;
  readonly refusedForMs: number;
}

const DEFAULT_LIMITS: CertificateCacheLimits = {
  trustedMax: 1000,
  trustedForMs: 10 * 60_000,
  refusedMax: 500,
  refusedForMs: 30_000,
};

/** Longest certificate header in characters; Node's own limit for all headers is 16 KiB. */
const CERTIFICATE_LENGTH_MAX = 12_288;

/** A TPP writes its keyId in one way; the rest is room for several programs of one TPP. */
const KEY_IDS_MAX = 16;

interface Dated<T> {
  readonly value: T;
  readonly sinceMs: number;
}

/**
 * Makes a cache over a trust store. It evicts the least recently used entries. The key is the
 * SHA-256 of the whole DER, so an impostor with the same serial and issuer never shares an entry.
 * Refusals have a separate bound and stay briefly, so junk cannot push out good entries.
 */
export function createCertificateCache(
  store: TrustStore,
  limits: Partial<CertificateCacheLimits> = {},
): CertificateCache {
  const { trustedMax, trustedForMs, refusedMax, refusedForMs } = { ...DEFAULT_LIMITS, ...limits };
  const trusted = new LRUCache<string, Dated<KnownCertificate>>({ max: trustedMax });
  const refused = new LRUCache<string, Dated<SignatureRefusal>>({ max: refusedMax });

  const asSent = new TrustedHeaders<Dated<KnownCertificate>>(trustedMax);

  const load = (key: string, der: Buffer, now: Date): KnownCertificate | SignatureRefusal => {
    const result = trustTpp(der, store, now);
    const sinceMs = now.getTime();
    if (isRefusal(result)) {
      trusted.delete(key);
      refused.set(key, { value: result, sinceMs });
      return result;
    }
    const known = asKnown(result);
    trusted.set(key, { value: known, sinceMs });
    return known;
  };

  return {
    find: (header, now) => {
      if (header.length > CERTIFICATE_LENGTH_MAX) {
        return refuse('header-too-long', spelled(CERTIFICATE));
      }
      const same = asSent.get(header);
      if (same && isUsable(same, trustedForMs, now)) return same.value;
      const der = decodeCertificateHeader(header);
      if (der === undefined) return refuse('certificate-malformed', spelled(CERTIFICATE));
      const key = hash('sha256', der, 'base64');
      const good = trusted.get(key);
      if (good && isUsable(good, trustedForMs, now)) {
        asSent.set(header, good);
        return good.value;
      }
      const bad = good ? undefined : refused.get(key);
      return bad && isFresh(bad, refusedForMs, now) ? bad.value : load(key, der, now);
    },
    clear: () => {
      asSent.clear();
      trusted.clear();
      refused.clear();
    },
  };
}

/** The end of a certificate is its issuer's signature: no two certificates share it by chance. */
const TAIL_LENGTH = 64;

/**
 * Trusted certificates by the text of the whole header. A TPP sends the same text each time, and
 * comparing it costs less than decoding and hashing it. Keep only trusted certificates here.
 */
class TrustedHeaders<Known extends object> {
  private readonly byTail: LRUCache<string, { readonly header: string; readonly known: Known }>;

  constructor(headersMax: number) {
    this.byTail = new LRUCache({ max: headersMax });
  }

  /** The entry of exactly this header. */
  get(header: string): Known | undefined {
    const last = this.byTail.get(header.slice(-TAIL_LENGTH));
    return last?.header === header ? last.known : undefined;
  }

  set(header: string, known: Known): void {
    this.byTail.set(header.slice(-TAIL_LENGTH), { header, known });
  }

  clear(): void {
    this.byTail.clear();
  }
}

function asKnown(certificate: TppCertificate): KnownCertificate {
  const matched = new LRUCache<string, true>({ max: KEY_IDS_MAX });
  return {
    certificate,
    hasMatched: (keyId) => matched.has(keyId),
    rememberMatch: (keyId) => void matched.set(keyId, true),
  };
}

function isUsable(known: Dated<KnownCertificate>, forMs: number, now: Date): boolean {
  return isFresh(known, forMs, now) && isValid(known.value.certificate, now);
}

/** In both directions, so that setting the clock back does not prolong an entry. */
function isFresh(entry: Dated<unknown>, forMs: number, now: Date): boolean {
  return Math.abs(now.getTime() - entry.sinceMs) <= forMs;
}

function isValid({ trustedFrom, trustedTo }: TppCertificate, now: Date): boolean {
  return trustedFrom <= now && now <= trustedTo;
}
