import { matchIssuer } from '../certificate/issuer-match.js';
import type { Rdn } from '../certificate/name-attribute.js';
import { refuse, type SignatureRefusal } from '../base/refusal.js';

/** The two parts of a keyId: the serial digits and the issuer name, both as written. */
export interface KeyId {
  readonly serial: string;
  readonly issuer: string;
}

/** RFC 5280 allows 20 octets. Leading zeros and a sign octet are accepted up to this many digits. */
const SERIAL_DIGITS_MAX = 64;
const PATH = 'Signature';

/**
 * Splits a keyId `SN=<hex serial>,CA=<issuer>` (specification section 5 point 4) at the first
 * `,CA=`. Both parts are still unchecked.
 *
 * @returns both parts, or the refusal `key-id-missing` when SN or CA is absent
 */
export function splitKeyId(text: string): KeyId | SignatureRefusal {
  const comma = text.indexOf(',CA=');
  if (!text.startsWith('SN=') || comma < 0) return refuse('key-id-missing', PATH);
  const keyId = { serial: text.slice(3, comma), issuer: text.slice(comma + 4) };
  return keyId.serial === '' || keyId.issuer === '' ? refuse('key-id-missing', PATH) : keyId;
}

/**
 * Compares a keyId with a certificate: the serial as a number, the issuer as a parsed name. The
 * keyId must agree with the certificate; trust never comes from it.
 *
 * @returns undefined when it agrees; else the refusal `key-id-malformed`,
 * `key-id-serial-mismatch` or `key-id-issuer-mismatch`
 */
export function checkKeyId(
  keyId: KeyId,
  certificate: { readonly serial: bigint; readonly issuer: readonly Rdn[] },
): SignatureRefusal | undefined {
  const serial = parseSerial(keyId.serial);
  if (serial === undefined) return refuse('key-id-malformed', PATH);
  const issuer = matchIssuer(keyId.issuer, certificate.issuer);
  if (issuer === 'malformed') return refuse('key-id-malformed', PATH);
  if (serial !== certificate.serial) return refuse('key-id-serial-mismatch', PATH);
  return issuer === 'same' ? undefined : refuse('key-id-issuer-mismatch', PATH);
}

/** Writes a serial in upper-case hexadecimal with whole octets (specification section 5 point 4). */
export function formatSerial(serial: bigint): string {
  const digits = serial.toString(16).toUpperCase();
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}

/** Reads a serial of 1 to 64 hexadecimal digits in any case; undefined for other text. */
function parseSerial(digits: string): bigint | undefined {
  if (digits.length > SERIAL_DIGITS_MAX || !/^[0-9A-Fa-f]+$/.test(digits)) return undefined;
  return BigInt(`0x${digits}`);
}
