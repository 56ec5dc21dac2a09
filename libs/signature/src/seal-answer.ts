import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { ANSWER_HEADERS } from './header-names.js';
import { RSA_BITS_MIN } from './certificate-path.js';
import type { Certificate } from './certificate.js';
import { digestOf } from './digest.js';
import type { SigningIdentity } from './sign.js';
import { keyIdOf, signatureText, signingCertificate } from './signature-text.js';
import { signingString } from './signing-string.js';

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

/** An answer's seal without the RSA signature: sign `signingString` and pass the result to `finish`. */
export interface PreparedSeal {
  readonly key: KeyObject;
  readonly signingString: Buffer;
  readonly finish: (signature: Buffer) => SealHeaders;
}

/** Prepares the seals of answers with one key. */
export type AnswerSealer = (answer: AnswerToSeal) => PreparedSeal;

/**
 * Makes a sealer of answers (specification section 5 point 9).
 *
 * @throws TypeError when key or certificate is malformed, the key is not an RSA key of 2048 bits
 * or more, or it is not the certificate's
 */
export function createAnswerSealer(identity: SigningIdentity): AnswerSealer {
  const certificate = signingCertificate(identity.certificate);
  const key = privateKeyOf(identity, certificate);
  const keyId = keyIdOf(certificate);
  return ({ body, header, now }) => {
    const date = now.toUTCString();
    const digest = digestOf(Buffer.from(body));
    const added = new Map([
      ['date', date],
      ['digest', digest],
    ]);
    const valueOf = (name: string) => added.get(name) ?? header(name);
    const headers = ANSWER_HEADERS.filter((name) => valueOf(name) !== undefined);
    const text = signingString(headers, { header: valueOf });
    if (typeof text !== 'string') throw new TypeError('A header to be signed is not sent.');
    return {
      key,
      signingString: Buffer.from(text, 'latin1'),
      finish: (signature) => ({
        date,
        digest,
        signature: signatureText({ keyId, headers, signature }),
      }),
    };
  };
}

/** Makes the RSA signature of a prepared seal on this thread. */
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

function privateKeyOf({ key: source }: SigningIdentity, certificate: Certificate): KeyObject {
  const key = typeof source === 'string' ? parsedKey(source) : source;
  if (key.asymmetricKeyType !== 'rsa' || (certificate.keyBits ?? 0) < RSA_BITS_MIN) {
    throw new TypeError('The seal needs an RSA key of 2048 bits or more.');
  }
  if (!certificate.x509.checkPrivateKey(key)) {
    throw new TypeError('The key is not the one of the seal’s certificate.');
  }
  return key;
}

function parsedKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new TypeError('The seal’s key cannot be read.');
  }
}
