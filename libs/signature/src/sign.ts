import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { digestOf, type DigestAlgorithm } from './digest.js';
import { COVERED_HEADERS } from './header-names.js';
import {
  keyIdOf,
  signatureText,
  signingCertificate,
  type SignatureWrap,
} from './signature-text.js';
import { signingString } from './signing-string.js';

/** A request to sign. */
export interface RequestToSign {
  readonly method: string;
  /** Path and query as they will stand on the request line. */
  readonly target: string;
  /** Header names in any case; kept as they are. */
  readonly headers: Readonly<Record<string, string>>;
  /** Octets or text (UTF-8); a Digest is added for it unless the headers have one. */
  readonly body?: Buffer | string;
  /** For the Date header; may be left out when the headers have one. */
  readonly now?: Date;
  /** Default `utf-8-B`, the form in the specification (section 5 point 7). */
  readonly wrap?: SignatureWrap;
  /** Lower-case names in signing order; default: those of the six covered ones that are sent. */
  readonly signedHeaders?: readonly string[];
  readonly digest?: DigestAlgorithm;
  /** Written into the algorithm part as it is; what is computed is always rsa-sha256. */
  readonly algorithm?: string;
  /** Written into the keyId part as it is; default from the certificate. */
  readonly keyId?: string;
}

/** What a TPP signs with: PEM texts, or a key object and the certificate's DER. */
export interface SigningIdentity {
  readonly key: KeyObject | string;
  readonly certificate: Buffer | string;
}

/** Signs requests of one TPP; gives the headers to send, in the order of their adding. */
export type RequestSigner = (request: RequestToSign) => Record<string, string>;

/**
 * Signs one request as a TPP does (specification section 5). For many requests make a signer once
 * with {@link createSigner}, which parses key and certificate once.
 *
 * @throws TypeError when the certificate is malformed, or as {@link createSigner} says
 */
export function signRequest(request: RequestToSign & SigningIdentity): Record<string, string> {
  return createSigner(request)(request);
}

/**
 * Makes a signer. It adds Date, Digest, TPP-Signature-Certificate and Signature to the headers of a
 * request and leaves those that are there; values are octets as latin1, as Node sends them.
 *
 * @throws TypeError when the certificate is malformed; the signer throws TypeError when there is
 * neither a Date header nor `now`, or when a header to be signed is not sent
 */
export function createSigner(identity: SigningIdentity): RequestSigner {
  const key = typeof identity.key === 'string' ? createPrivateKey(identity.key) : identity.key;
  const certificate = signingCertificate(identity.certificate);
  const keyId = keyIdOf(certificate);
  const header = certificate.der.toString('base64');
  return (request) => {
    const headers = withDateAndDigest(request);
    const names = request.signedHeaders ?? coveredIn(headers);
    const text = signingString(names, { ...request, header: (name) => find(headers, name) });
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

function coveredIn(headers: Readonly<Record<string, string>>): readonly string[] {
  return COVERED_HEADERS.filter((name) => find(headers, name) !== undefined);
}

function find(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(headers).find(([sent]) => sent.toLowerCase() === name)?.[1];
}

/** Text beyond latin1 goes out as its UTF-8 octets, one character each. */
function onWire(value: string): string {
  const fitsLatin1 = Buffer.from(value, 'latin1').toString('latin1') === value;
  return fitsLatin1 ? value : Buffer.from(value, 'utf8').toString('latin1');
}
