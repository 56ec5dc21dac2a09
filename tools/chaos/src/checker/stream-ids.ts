const streamIdBytes = 16;

/**
 * The stream behind a public id: key letter, kind letter, then 16 octets of stream id before those
 * of the MAC (design §2.1). Written out here again, for the gateway is what is being checked.
 */
export function streamOf(publicId: string): string {
  const kind = publicId.charAt(1) === 'b' ? 'basket' : 'payment';
  const octets = Buffer.from(publicId.slice(2), 'base64url').subarray(0, streamIdBytes);
  return `${kind}-${octets.toString('hex')}`;
}
