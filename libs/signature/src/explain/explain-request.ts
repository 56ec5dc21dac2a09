import { isRefusal } from '../base/refusal.js';
import { parseSignatureHeader } from '../request/signature-header.js';
import { prepareVerification, signatureHolds } from '../request/verify.js';
import { signingString } from '../request/signing-string.js';
import type { CertificateCache } from '../trust/certificate-cache.js';
import type { PreparedVerification, Verified } from '../request/verify.js';
import type { SignatureParts } from '../request/signature-header.js';
import type { SignatureRefusal } from '../base/refusal.js';
import { ADVICE } from './advice.js';
import { digestMistake, mistakeBehind } from './mistakes.js';
import { headerIn } from './request-dump.js';
import type { RequestDump } from './request-dump.js';
import { serialMistake } from './serial-mistake.js';
import { openSignature } from './signed-hash.js';

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
