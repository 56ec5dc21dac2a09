/**
 * Decodes base64 (RFC 4648 section 4) strictly: alphabet, padding and zero spare bits have to be
 * right, and nothing else may stand in the text. `Buffer.from` skips whatever it does not know, so
 * the octets are encoded again and compared.
 *
 * @returns the octets, empty for empty text; undefined when the text is not canonical base64
 */
export function decodeBase64(text: string): Buffer | undefined {
  const octets = Buffer.from(text, 'base64');
  return octets.toString('base64') === text ? octets : undefined;
}
