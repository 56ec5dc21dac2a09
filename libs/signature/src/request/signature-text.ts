import { REQUEST_TARGET, spelled, withoutOuterSpace } from '../base/headers.js';
import { refuse, type SignatureRefusal } from '../base/refusal.js';
import { parseCertificate, type Certificate } from '../certificate/certificate.js';
import { decodePemBundle } from '../certificate/pem.js';
import { formatDistinguishedName } from '../certificate/distinguished-name.js';
import { formatSerial } from './key-id.js';
import { encodeWord, type WordCharset, type WordEncoding } from './rfc2047.js';

/** The signed parts of a request or of an answer. */
export interface SignedMessage {
  /** The request line, with path and query exactly as sent; undefined for an answer. */
  readonly request?: { readonly method: string; readonly target: string };
  /** Gives the value of a lower-case header name as received, undefined when it was not sent. */
  readonly header: (name: string) => string | undefined;
}

/**
 * Builds the signing string of draft-cavage-http-signatures-12 section 2.3 and specification
 * section 5 point 6: one line `name: value` per listed name in list order, joined by a newline.
 * Spaces and tabs around a value are cut; those inside stay. An answer has no `(request-target)`.
 *
 * @param names lower-case names as listed in the `headers` part
 * @returns the string, one character per octet (latin1); or the refusal `listed-header-absent`
 */
export function signingString(
  names: readonly string[],
  message: SignedMessage,
): string | SignatureRefusal {
  let lines = '';
  for (const name of names) {
    const value = name === REQUEST_TARGET ? requestTarget(message) : message.header(name);
    if (value === undefined) return refuse('listed-header-absent', spelled(name));
    lines += `${lines === '' ? '' : '\n'}${name}: ${withoutOuterSpace(value)}`;
  }
  return lines;
}

function requestTarget({ request }: SignedMessage): string | undefined {
  return request && `${request.method.toLowerCase()} ${request.target}`;
}

/** How the Signature header is written: plain, or as an RFC 2047 word of a charset and encoding. */
export type SignatureWrap = 'plain' | `${WordCharset}-${WordEncoding}`;

/** The content of a Signature header before it is written. */
export interface SignatureText {
  readonly keyId: string;
  readonly algorithm?: string;
  /** Lower-case names in signing order. */
  readonly headers: readonly string[];
  readonly signature: Buffer;
}

/** Writes the value of a Signature header, one character per octet (specification section 5 points 4, 7). */
export function signatureText(text: SignatureText, wrap: SignatureWrap = 'utf-8-B'): string {
  const parts =
    `keyId="${text.keyId}",algorithm="${text.algorithm ?? 'rsa-sha256'}",` +
    `headers="${text.headers.join(' ')}",signature="${text.signature.toString('base64')}"`;
  if (wrap === 'plain') return Buffer.from(parts, 'utf8').toString('latin1');
  const charset = wrap.startsWith('utf-8') ? 'utf-8' : 'iso-8859-1';
  return encodeWord(parts, charset, wrap.endsWith('B') ? 'B' : 'Q');
}

/** The keyId of a certificate: serial in upper-case hexadecimal, issuer as in RFC 2253. */
export function keyIdOf({ serial, issuer }: Pick<Certificate, 'serial' | 'issuer'>): string {
  return `SN=${formatSerial(serial)},CA=${formatDistinguishedName(issuer)}`;
}

/**
 * Reads every certificate of a PEM text.
 *
 * @throws TypeError when there is none or one is malformed
 */
export function certificatesIn(pem: string): readonly Certificate[] {
  const certificates = (decodePemBundle(pem) ?? []).map(parseCertificate);
  const read = certificates.filter((one) => one !== undefined);
  if (read.length > 0 && read.length === certificates.length) return read;
  throw new TypeError('The signing certificate is malformed.');
}

/**
 * Reads the first certificate of a PEM text, or the certificate of a DER.
 *
 * @throws TypeError when it is absent or malformed
 */
export function signingCertificate(source: Buffer | string): Certificate {
  const der = typeof source === 'string' ? decodePemBundle(source)?.[0] : source;
  const certificate = der && parseCertificate(der);
  if (certificate === undefined) throw new TypeError('The signing certificate is malformed.');
  return certificate;
}
