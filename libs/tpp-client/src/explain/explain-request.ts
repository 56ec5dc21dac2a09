import {
  isRefusal,
  parseSignatureHeader,
  prepareVerification,
  signatureHolds,
  signingString,
} from '@nordgate/signature';
import type {
  CertificateCache,
  PreparedVerification,
  SignatureParts,
  SignatureRefusal,
  Verified,
} from '@nordgate/signature';
import { ADVICE } from './advice.js';
import { digestMistake } from './digest-mistakes.js';
import { mistakeBehind } from './mistakes.js';
import { headerIn } from './request-dump.js';
import type { RequestDump } from './request-dump.js';
import { openSignature } from './signed-hash.js';

/** What the bank's own check says of a request. */
export interface Explanation {
  /** Who signed it, when everything holds. */
  readonly verified?: Verified;
  /** The first thing that the bank refuses. */
  readonly refusal?: SignatureRefusal;
  /** How to mend it. */
  readonly advice?: string;
  /** The mistake itself, where it could be found out. */
  readonly mistake?: string;
  /** What the bank checks the signature over; undefined when the Signature cannot be read. */
  readonly signingString?: string;
}

/** How a request shall be looked at. */
export interface ExplainSettings {
  readonly trust: CertificateCache;
  readonly now: Date;
}

/** Payments demand a Digest; baskets do not (specification 4.1, 4.2). */
const needsDigest = /^\/v1\/([a-z]+-)?payments\//;

/** Puts a request through the bank's own check, and looks for the mistake behind a refusal. */
export function explainRequest(dump: RequestDump, { trust, now }: ExplainSettings): Explanation {
  const parts = partsIn(dump);
  const built = parts && signingString(parts.headers, stringSource(dump));
  const known = typeof built === 'string' ? { signingString: built } : {};
  const digestRequired = dump.method.toUpperCase() === 'POST' && needsDigest.test(dump.target);
  const prepared = prepareVerification({ ...dump, now, trust, digestRequired });
  if (isRefusal(prepared)) return { ...known, ...refused(prepared) };
  const result = prepared.finish(signatureHolds(prepared));
  if (!isRefusal(result)) return { ...known, verified: result };
  const mistake = mistakeIn(dump, result, prepared, parts?.headers ?? []);
  return { ...known, ...refused(result), ...(mistake === undefined ? {} : { mistake }) };
}

function refused(refusal: SignatureRefusal) {
  return { refusal, advice: ADVICE[refusal.reason] };
}

function partsIn(dump: RequestDump): SignatureParts | undefined {
  const header = headerIn(dump, 'signature');
  const parts = header === undefined ? undefined : parseSignatureHeader(header);
  return parts === undefined || isRefusal(parts) ? undefined : parts;
}

function stringSource(dump: RequestDump) {
  return { ...dump, header: (name: string) => headerIn(dump, name) };
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
        ? 'What was signed is no DigestInfo of a hash: let the library hash, do not encrypt.'
        : 'The bare hash was signed, without the DigestInfo of RSASSA-PKCS1-v1_5.';
    case 'hash':
      return opened.algorithm === 'SHA-256'
        ? mistakeBehind(dump, names, opened.hash)
        : `It was signed with ${opened.algorithm}: the bank checks SHA-256.`;
  }
}
