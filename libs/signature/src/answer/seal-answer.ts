import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { ANSWER_HEADERS } from '../base/headers.js';
import { RSA_BITS_MIN } from '../certificate/certificate-key.js';
import type { Certificate } from '../certificate/certificate.js';
import { digestOf } from '../request/digest.js';
import type { SigningIdentity } from '../request/sign.js';
import type { SignatureAlgorithm } from '../request/signature-header.js';
import {
  certificatesIn,
  keyIdOf,
  signatureText,
  signingCertificate,
  signingString,
} from '../request/signature-text.js';

/** An answer before it is sent. */
export interface AnswerToSeal {
  /** The bytes as they will be sent, after any content coding; empty for no body. */
  readonly body: Buffer | string;
  /** Gives the value of a header that is already set, by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  readonly now: Date;
}

/** The headers that seal an answer. Send exactly this Date. */
export interface SealHeaders {
  readonly date: string;
  readonly digest: string;
  readonly signature: string;
}

/** An answer's seal without the signature: sign `signingString` and pass the result to `finish`. */
export interface PreparedSeal {
  readonly key: KeyObject;
  readonly signingString: Buffer;
  readonly finish: (signature: Buffer) => SealHeaders;
}

/** Prepares the seals of answers with one key. */
export type AnswerSealer = (answer: AnswerToSeal) => PreparedSeal;

/**
 * Makes a sealer of answers (specification section 5 point 9). The key decides the algorithm: ECDSA or RSA.
 *
 * @throws TypeError when key or certificate is malformed, no certificate is that of the key, or the key is
 * neither an ECDSA key of P-256 nor an RSA key of 2048 bits or more
 */
export function createAnswerSealer(identity: SigningIdentity): AnswerSealer {
  const certificate = sealCertificateOf(identity);
  const algorithm = sealAlgorithmOf(certificate);
  if (algorithm === undefined) {
    throw new TypeError(
      'The seal needs an ECDSA key of P-256, or an RSA key of 2048 bits or more.',
    );
  }
  const key = typeof identity.key === 'string' ? parsedKey(identity.key) : identity.key;
  const keyId = keyIdOf(certificate);
  const dateOf = dateTexts();
  return ({ body, header, now }) => {
    const date = dateOf(now);
    const digest = digestOf(body);
    const valueOf = (name: string) =>
      name === 'date' ? date : name === 'digest' ? digest : header(name);
    const headers = ANSWER_HEADERS.filter((name) => valueOf(name) !== undefined);
    const text = signingString(headers, { header: valueOf });
    if (typeof text !== 'string') throw new TypeError('A header to be signed is not sent.');
    return {
      key,
      signingString: Buffer.from(text, 'latin1'),
      finish: (signature) => ({
        date,
        digest,
        signature: signatureText({ keyId, algorithm, headers, signature }),
      }),
    };
  };
}

/** Writes a Date header; the answers of one second share the text. */
function dateTexts(): (now: Date) => string {
  let second = Number.NaN;
  let text = '';
  return (now) => {
    const current = Math.floor(now.getTime() / 1000);
    if (current !== second) {
      second = current;
      text = now.toUTCString();
    }
    return text;
  };
}

/** Makes the signature of a prepared seal on this thread; for ECDSA in DER (RFC 3279 section 2.2.3). */
export function sealSignature({ signingString: text, key }: PreparedSeal): Buffer {
  return sign('sha256', text, key);
}

/** The same on the thread pool, so that the event loop is free meanwhile. */
export function sealSignatureInPool(prepared: PreparedSeal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    sign('sha256', prepared.signingString, prepared.key, (error, signature) => {
      if (error === null) resolve(signature);
      else reject(error);
    });
  });
}

/**
 * The certificate of a key. A PEM text may have several, in any order.
 *
 * @throws TypeError when key or certificate is malformed, or no certificate is that of the key
 */
export function sealCertificateOf({ key: source, certificate }: SigningIdentity): Certificate {
  const key = typeof source === 'string' ? parsedKey(source) : source;
  const all =
    typeof certificate === 'string'
      ? certificatesIn(certificate)
      : [signingCertificate(certificate)];
  const own = all.find(({ x509 }) => x509.checkPrivateKey(key));
  if (own === undefined) throw new TypeError('The key is not the one of the seal’s certificate.');
  return own;
}

/**
 * The algorithm of the signatures that a certificate verifies (specification section 5 point 4: the name is
 * that of the certificate's algorithm); undefined for a key that does not seal answers.
 */
export function sealAlgorithmOf({
  publicKey,
}: Pick<Certificate, 'publicKey'>): SignatureAlgorithm | undefined {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = publicKey;
  if (type === 'rsa') {
    return (details?.modulusLength ?? 0) < RSA_BITS_MIN ? undefined : 'rsa-sha256';
  }
  return type === 'ec' && details?.namedCurve === 'prime256v1' ? 'ecdsa-sha256' : undefined;
}

function parsedKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new TypeError('The seal’s key cannot be read.');
  }
}
