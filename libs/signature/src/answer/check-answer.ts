import { verify } from 'node:crypto';
import type { Certificate } from '../certificate/certificate.js';
import { checkDigest } from '../request/digest.js';
import { ANSWER_HEADERS, ANSWER_HEADERS_ALWAYS, SIGNATURE, spelled } from '../base/headers.js';
import { checkKeyId, splitKeyId } from '../request/key-id.js';
import { gatherHeaders, type ReceivedHeaders } from '../request/received-headers.js';
import { isRefusal, refuse, type RefusalReason, type SignatureRefusal } from '../base/refusal.js';
import { checkDate } from '../request/http-date.js';
import { sealAlgorithmOf } from './seal-answer.js';
import { ANSWER_ALGORITHMS, parseSignatureHeader } from '../request/signature-header.js';
import { signingString } from '../request/signature-text.js';

/** An answer of the bank as a TPP received it. */
export interface AnswerToCheck {
  /** Name and value alternating, as Node's `rawHeaders`. */
  readonly rawHeaders: readonly string[];
  /** The octets as received, before any decoding; undefined for an answer to HEAD. */
  readonly body: Buffer | undefined;
  readonly now: Date;
  /** The X-Request-ID that was sent; an answer to another request is refused. */
  readonly requestId?: string;
  /** The certificate of the bank's seal; the caller must trust it already. */
  readonly certificate: Pick<Certificate, 'serial' | 'issuer' | 'publicKey'>;
}

/** Why an answer does not prove that the bank sent it; `path` is the header at fault. */
export interface AnswerFault {
  readonly reason: RefusalReason | 'other-request';
  readonly path: string;
  readonly text: string;
}

/** Texts for an answer, where the texts for a request would be wrong. */
const TEXTS: Partial<Record<RefusalReason, string>> = {
  'header-not-covered': 'The signature of the answer has to cover the header.',
  'listed-header-absent': 'The signature lists a header that the answer does not have.',
  'algorithm-unsupported':
    'The algorithm must be that of the certificate: ecdsa-sha256 or rsa-sha256.',
  'signature-invalid': 'The signature does not match the answer.',
  'key-id-serial-mismatch': 'The answer is signed with another certificate than the given one.',
  'key-id-issuer-mismatch': 'The answer is signed with a certificate of another issuer.',
};

/**
 * Checks the seal of an answer (specification section 5 point 9).
 *
 * @returns undefined when it is valid; else the first fault: a header that is missing, repeated or not
 * covered, the Date, the form of the signature, the keyId, the algorithm, the signature, the Digest, or an
 * X-Request-ID of another request
 */
export function checkAnswer(answer: AnswerToCheck): AnswerFault | undefined {
  const headers = gatherHeaders(answer.rawHeaders);
  const refusal = sealFault(answer, headers);
  if (refusal !== undefined) return asAnswerFault(refusal);
  const { requestId } = answer;
  if (requestId === undefined || headers.values.get('x-request-id') === requestId) return undefined;
  return { reason: 'other-request', path: 'X-Request-ID', text: 'It answers another request.' };
}

function sealFault(answer: AnswerToCheck, headers: ReceivedHeaders): SignatureRefusal | undefined {
  const value = (name: string) => headers.values.get(name);
  const absent = presenceFault(headers) ?? checkDate(value('date')!, answer.now);
  if (absent) return absent;
  const parts = parseSignatureHeader(value(SIGNATURE)!, ANSWER_ALGORITHMS);
  if (isRefusal(parts)) return parts;
  const bare = coverageFault(headers, parts.headers);
  if (bare) return bare;
  const keyId = splitKeyId(parts.keyId);
  if (isRefusal(keyId)) return keyId;
  const mismatch = checkKeyId(keyId, answer.certificate);
  if (mismatch) return mismatch;
  if (parts.algorithm !== sealAlgorithmOf(answer.certificate)) {
    return refuse('algorithm-unsupported', spelled(SIGNATURE));
  }
  const text = signingString(parts.headers, { header: value });
  if (typeof text !== 'string') return text;
  const { publicKey } = answer.certificate;
  const holds = verify('sha256', Buffer.from(text, 'latin1'), publicKey, parts.signature);
  if (!holds) return refuse('signature-invalid', 'Signature');
  return answer.body === undefined ? undefined : checkDigest(value('digest')!, answer.body);
}

function presenceFault({ values, repeated }: ReceivedHeaders): SignatureRefusal | undefined {
  const missing = [SIGNATURE, ...ANSWER_HEADERS_ALWAYS].find((name) => !values.get(name));
  if (missing !== undefined) return refuse('header-missing', spelled(missing));
  const twice = [SIGNATURE, ...ANSWER_HEADERS].find((name) => repeated.includes(name));
  return twice === undefined ? undefined : refuse('header-duplicated', spelled(twice));
}

function coverageFault(
  { values }: ReceivedHeaders,
  listed: readonly string[],
): SignatureRefusal | undefined {
  const bare = ANSWER_HEADERS.find((name) => values.has(name) && !listed.includes(name));
  return bare === undefined ? undefined : refuse('header-not-covered', spelled(bare));
}

function asAnswerFault({ reason, path, text }: SignatureRefusal): AnswerFault {
  return { reason, path, text: TEXTS[reason] ?? text };
}
