import { constants, publicDecrypt, verify, type KeyObject } from 'node:crypto';
import { isRefusal } from '../base/refusal.js';
import type { SignatureRefusal } from '../base/refusal.js';
import { parseSignatureHeader } from '../request/signature-header.js';
import type { SignatureParts } from '../request/signature-header.js';
import { prepareVerification, signatureHolds } from '../request/verify.js';
import type { PreparedVerification, Verified } from '../request/verify.js';
import { signingString } from '../request/signature-text.js';
import type { CertificateCache } from '../trust/certificate-cache.js';
import { ADVICE } from './advice.js';
import { digestMistake, mistakeBehind } from './mistakes.js';
import { headerIn } from './request-dump.js';
import type { RequestDump } from './request-dump.js';
import { decodeCertificateHeader } from '../certificate/pem.js';
import { formatSerial, splitKeyId } from '../request/key-id.js';
import { parseCertificate } from '../certificate/certificate.js';

/** The result of the bank's own check of a request. */
export interface Explanation {
  /** The signer, when everything holds. */
  readonly verified?: Verified;
  /** The first refusal. */
  readonly refusal?: SignatureRefusal;
  /** How to fix the request. */
  readonly advice?: string;
  /** The mistake behind the refusal, where it could be found. */
  readonly mistake?: string;
  /** The bank's signing string. Undefined when the Signature header cannot be parsed. */
  readonly signingString?: string;
}

/** The trust and the clock of a check. */
interface ExplainSettings {
  readonly trust: CertificateCache;
  readonly now: Date;
}

/** Payments require a Digest; baskets do not (specification 4.1, 4.2). */
const needsDigest = /^\/v1\/([a-z]+-)?payments\//;

/** Checks a request with the bank's own code and looks for the mistake behind a refusal. */
export function explainRequest(dump: RequestDump, { trust, now }: ExplainSettings): Explanation {
  const parts = partsIn(dump);
  const built = parts && signingString(parts.headers, stringSource(dump));
  const known = typeof built === 'string' && { signingString: built };
  const digestRequired = dump.method.toUpperCase() === 'POST' && needsDigest.test(dump.target);
  const prepared = prepareVerification({ ...dump, now, trust, digestRequired });
  if (isRefusal(prepared)) {
    const mistake = keyIdMistake(dump, prepared, parts);
    return { ...known, ...refused(prepared), ...(mistake !== undefined && { mistake }) };
  }
  const head = prepared.finish(signatureHolds(prepared));
  const result = isRefusal(head) ? head : head.withBody(dump.body);
  if (!isRefusal(result)) return { ...known, verified: result };
  const mistake = mistakeIn(dump, result, prepared, parts?.headers ?? []);
  return { ...known, ...refused(result), ...(mistake !== undefined && { mistake }) };
}

function refused(refusal: SignatureRefusal) {
  return { refusal, advice: ADVICE[refusal.reason] };
}

/** A keyId of the right certificate, written in another way. */
function keyIdMistake(
  dump: RequestDump,
  { reason }: SignatureRefusal,
  parts: SignatureParts | undefined,
): string | undefined {
  const isSerial = reason === 'key-id-serial-mismatch' || reason === 'key-id-malformed';
  if (!isSerial || parts?.keyId === undefined) return undefined;
  return serialMistake(parts.keyId, headerIn(dump, 'tpp-signature-certificate') ?? '');
}

function partsIn(dump: RequestDump): SignatureParts | undefined {
  const header = headerIn(dump, 'signature');
  const parts = header === undefined ? undefined : parseSignatureHeader(header);
  return parts === undefined || isRefusal(parts) ? undefined : parts;
}

function stringSource(dump: RequestDump) {
  return { request: dump, header: (name: string) => headerIn(dump, name) };
}

function mistakeIn(
  dump: RequestDump,
  { reason }: SignatureRefusal,
  prepared: PreparedVerification,
  names: readonly string[],
): string | undefined {
  if (reason === 'digest-mismatch') {
    return digestMistake(headerIn(dump, 'digest') ?? '', dump.body);
  }
  if (reason !== 'signature-invalid') return undefined;
  const opened = openSignature(prepared.signature, prepared.publicKey, prepared.signingString);
  switch (opened.is) {
    case 'of-another-key':
      return 'The signature was not made with the key of this certificate.';
    case 'pss':
      return 'It was signed with RSASSA-PSS: the bank checks RSASSA-PKCS1-v1_5.';
    case 'bare':
      return mistakeBehind(dump, names, opened.octets) === undefined
        ? 'The signed value is no DigestInfo of a hash: let the library hash, do not encrypt.'
        : 'The bare hash was signed, without the DigestInfo of RSASSA-PKCS1-v1_5.';
    case 'hash':
      return opened.algorithm === 'SHA-256'
        ? mistakeBehind(dump, names, opened.hash)
        : `It was signed with ${opened.algorithm}: the bank checks SHA-256.`;
  }
}

/** How programs write a serial number that is not the plain hexadecimal of the keyId. */
const spellings: readonly (readonly [
  form: RegExp,
  digits: (text: string) => string,
  what: string,
])[] = [
  [/^\d+$/, (text) => text, 'in decimal, as Java and Go print it'],
  [/^(?:[0-9a-f]{2}:)*[0-9a-f]{2}$/i, (text) => `0x${text.replaceAll(':', '')}`, 'with colons'],
  [/^0x[0-9a-f]+$/i, (text) => text.toLowerCase(), 'with 0x in front'],
  [/^[0-9a-f]+h$/i, (text) => `0x${text.slice(0, -1)}`, 'with an h behind it'],
];

/**
 * The mistake behind a serial number that the bank does not take: the right number, written in another way.
 *
 * @param keyId the keyId of the Signature header
 * @param certificate the TPP-Signature-Certificate header
 * @returns undefined where it is another number
 */
function serialMistake(keyId: string, certificate: string): string | undefined {
  const named = splitKeyId(keyId);
  const der = decodeCertificateHeader(certificate);
  const parsed = der && parseCertificate(der);
  if (isRefusal(named) || parsed === undefined) return undefined;
  const text = named.serial.trim();
  const found = spellings.find(
    ([form, digits]) => form.test(text) && BigInt(digits(text)) === parsed.serial,
  );
  if (found === undefined) return undefined;
  return `SN is the serial number ${found[2]}: write it in hexadecimal, SN=${formatSerial(parsed.serial)}.`;
}

/** The content of a signature, decrypted with the certificate's key. For explanations only. */
type OpenedSignature =
  | { readonly is: 'hash'; readonly algorithm: string; readonly hash: Buffer }
  | { readonly is: 'pss' }
  | { readonly is: 'bare'; readonly octets: Buffer }
  | { readonly is: 'of-another-key' };

/** The prefix of the hash in a DigestInfo (RFC 8017 section 9.2, note 1). */
const PREFIXES: readonly (readonly [algorithm: string, prefix: string])[] = [
  ['SHA-1', '3021300906052b0e03021a05000414'],
  ['SHA-256', '3031300d060960864801650304020105000420'],
  ['SHA-384', '3041300d060960864801650304020205000430'],
  ['SHA-512', '3051300d060960864801650304020305000440'],
];

/** Finds the signed hash, or that the signature has another scheme or another key. */
function openSignature(
  signature: Buffer,
  publicKey: KeyObject,
  signingString: Buffer,
): OpenedSignature {
  const key = { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING };
  if (verify('sha256', signingString, key, signature)) return { is: 'pss' };
  const octets = decrypted(signature, publicKey);
  if (octets === undefined) return { is: 'of-another-key' };
  for (const [algorithm, prefix] of PREFIXES) {
    const start = Buffer.from(prefix, 'hex');
    if (octets.subarray(0, start.length).equals(start)) {
      return { is: 'hash', algorithm, hash: octets.subarray(start.length) };
    }
  }
  return { is: 'bare', octets };
}

function decrypted(signature: Buffer, key: KeyObject): Buffer | undefined {
  try {
    return publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature);
  } catch {
    return undefined;
  }
}
