import { decodeBase64 } from '../base/headers.js';

/** PEM with one or more blocks as text or bytes, or the DER bytes of one certificate or list. */
export type CertificateSource = string | Buffer;

const PEM_START = '-----BEGIN CERTIFICATE-----';
const PEM_END = '-----END CERTIFICATE-----';

/** Tells DER from PEM by its first bytes: a SEQUENCE with a long length. */
export function isDer(source: CertificateSource): source is Buffer {
  return typeof source !== 'string' && source[0] === 0x30 && source[1]! >= 0x80;
}

/**
 * Splits a PEM text (RFC 7468) into the bytes of its blocks of one kind, e.g. `CERTIFICATE`.
 *
 * @returns the bytes of each; undefined when a block is malformed or no block is of that kind
 */
export function pemBlocks(text: string, label: string): readonly Buffer[] | undefined {
  const blocks = text.split(`-----BEGIN ${label}-----`).slice(1);
  const ders = blocks.map((block) => {
    const end = block.indexOf(`-----END ${label}-----`);
    return end < 0 ? undefined : decodeBase64(block.slice(0, end).replaceAll(/\s/g, ''));
  });
  return ders.length > 0 && ders.every((der) => der !== undefined) ? ders : undefined;
}

/** Splits a PEM text into the DER of its certificates; undefined when a block is malformed or absent. */
export function decodePemBundle(text: string): readonly Buffer[] | undefined {
  return pemBlocks(text, 'CERTIFICATE');
}

/**
 * Decodes a TPP-Signature-Certificate header (specification section 5 point 8): base64 of the DER.
 * Clients also send base64 with the spaces that line breaks have become, base64url, base64 of a PEM text,
 * and a PEM text whose line breaks are lost, have become spaces or are written `\n`. All are accepted: the
 * certificate is trusted for its path, however it is written.
 *
 * @returns the bytes of the one certificate; undefined when the text is something else
 */
export function decodeCertificateHeader(value: string): Buffer | undefined {
  if (value.startsWith('-----')) return pemBody(value);
  const bytes = decodeBase64(value) ?? decodeBase64(asStandardBase64(value));
  if (bytes?.[0] !== 0x2d) return bytes;
  return pemBody(bytes.toString('latin1'));
}

function pemBody(text: string): Buffer | undefined {
  const trimmed = text.replaceAll(/\\[rn]/g, ' ').trim();
  if (!trimmed.startsWith(PEM_START) || !trimmed.endsWith(PEM_END)) return undefined;
  return decodeBase64(trimmed.slice(PEM_START.length, -PEM_END.length).replaceAll(/\s/g, ''));
}

/** The alphabet and the padding of RFC 4648 section 4 for text in the alphabet of section 5 or in lines. */
function asStandardBase64(text: string): string {
  const characters = text
    .replaceAll(/\\[rn]|[ \t]/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  const isPadded = characters.endsWith('=');
  return isPadded ? characters : characters.padEnd(Math.ceil(characters.length / 4) * 4, '=');
}
