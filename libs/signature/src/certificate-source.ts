/** PEM with one or more blocks, as text or octets, or the DER octets of one. */
export type CertificateSource = string | Buffer;

/** Tells DER from PEM by its first octets: a SEQUENCE with a long length. */
export function isDer(source: CertificateSource): source is Buffer {
  return typeof source !== 'string' && source[0] === 0x30 && source[1]! >= 0x80;
}
