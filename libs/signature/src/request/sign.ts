import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { digestOf, type DigestAlgorithm } from './digest.js';
import { COVERED_HEADERS, REQUEST_TARGET } from '../base/headers.js';
import {
  keyIdOf,
  signatureText,
  signingCertificate,
  type SignatureWrap,
  signingString,
} from './signature-text.js';

/** A request to sign. */
export interface RequestToSign {
  readonly method: string;
  /** Path and query as on the request line. */
  readonly target: string;
  /** Header names in any case; they are not changed. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes or text (UTF-8); a Digest is added for it unless the headers have one. */
  readonly body?: Buffer | string;
  /** For the Date header; may be left out when the headers have one. */
  readonly now?: Date;
  /** Default `utf-8-B`, the form in the specification (section 5 point 7). */
  readonly wrap?: SignatureWrap;
  /** Lower-case names in signing order; default: the sent headers of {@link COVERED_HEADERS}. */
  readonly signedHeaders?: readonly string[];
  /** Puts (request-target) first among the default headers. Default false. */
  readonly coversTarget?: boolean;
  readonly digest?: DigestAlgorithm;
  /** Written into the algorithm part unchanged; the signature is always rsa-sha256. */
  readonly algorithm?: string;
  /** Written into the keyId part unchanged; default from the certificate. */
  readonly keyId?: string;
}

/** The key and certificate of a TPP: PEM texts, or a key object and the certificate's DER. */
export interface SigningIdentity {
  readonly key: KeyObject | string;
  readonly certificate: Buffer | string;
}

/** Signs requests of one TPP; gives all headers to send, the added ones last. */
export type RequestSigner = (request: RequestToSign) => Record<string, string>;

/**
 * Signs one request as a TPP does (specification section 5). For many requests use
 * {@link createSigner}, which parses key and certificate once.
 *
 * @throws TypeError when the certificate is malformed, and in the cases of {@link createSigner}
 */
export function signRequest(request: RequestToSign & SigningIdentity): Record<string, string> {
  return createSigner(request)(request);
}

/**
 * Makes a signer. It adds Date, Digest, TPP-Signature-Certificate and Signature to the headers of a
 * request and keeps a Date and a Digest that are set. Values are octets as latin1, as Node sends them.
 *
 * @throws TypeError when the certificate is malformed. The signer throws TypeError without a Date
 * header and `now`, and when a header to be signed is not sent
 */
export function createSigner(identity: SigningIdentity): RequestSigner {
  const key = typeof identity.key === 'string' ? createPrivateKey(identity.key) : identity.key;
  const certificate = signingCertificate(identity.certificate);
  const keyId = keyIdOf(certificate);
  const header = certificate.der.toString('base64');
  return (request) => {
    const headers = withDateAndDigest(request);
    const names = request.signedHeaders ?? coveredBy(request, headers);
    const text = signingString(names, { request, header: (name) => find(headers, name) });
    if (typeof text !== 'string') throw new TypeError('A header to be signed is not sent.');
    const parts = {
      keyId: request.keyId ?? keyId,
      algorithm: request.algorithm ?? 'rsa-sha256',
      headers: names,
      signature: sign('sha256', Buffer.from(text, 'latin1'), key),
    };
    return {
      ...headers,
      'TPP-Signature-Certificate': header,
      Signature: signatureText(parts, request.wrap),
    };
  };
}

function withDateAndDigest(request: RequestToSign): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) headers[name] = onWire(value);
  if (find(headers, 'date') === undefined) {
    if (request.now === undefined) throw new TypeError('A Date header or now is needed.');
    headers['Date'] = request.now.toUTCString();
  }
  if (request.body !== undefined && find(headers, 'digest') === undefined) {
    headers['Digest'] = digestOf(Buffer.from(request.body), request.digest);
  }
  return headers;
}

function coveredBy(
  { coversTarget }: RequestToSign,
  headers: Readonly<Record<string, string>>,
): readonly string[] {
  const sent = COVERED_HEADERS.filter((name) => find(headers, name) !== undefined);
  return coversTarget === true ? [REQUEST_TARGET, ...sent] : sent;
}

function find(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(headers).find(([sent]) => sent.toLowerCase() === name)?.[1];
}

/** Text beyond latin1 is sent as its UTF-8 octets, one character each. */
function onWire(value: string): string {
  const fitsLatin1 = Buffer.from(value, 'latin1').toString('latin1') === value;
  return fitsLatin1 ? value : Buffer.from(value, 'utf8').toString('latin1');
}
