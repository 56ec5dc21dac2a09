import { decodeBase64 } from './base64.js';

/**
 * Splits a PEM text (RFC 7468) into the octets of its blocks of one kind, e.g. `CERTIFICATE`.
 *
 * @returns the octets of each; undefined when a block is malformed or none is of that kind
 */
export function pemBlocks(text: string, label: string): readonly Buffer[] | undefined {
  const blocks = text.split(`-----BEGIN ${label}-----`).slice(1);
  const ders = blocks.map((block) => {
    const end = block.indexOf(`-----END ${label}-----`);
    return end < 0 ? undefined : decodeBase64(block.slice(0, end).replaceAll(/\s/g, ''));
  });
  return ders.length > 0 && ders.every((der) => der !== undefined) ? ders : undefined;
}
