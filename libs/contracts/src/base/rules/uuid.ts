import { createHash } from 'node:crypto';

/** A UUID as the bank writes it: in lower case. Source: RFC 9562 section 4. */
export const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** The same in upper or lower case, as others write it. */
export const anyUuid = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/u;

/** Whether a text is a UUID, in upper or lower case. */
export const isUuid = (text: string): boolean => anyUuid.test(text);

/** The 16 bytes of a UUID; undefined for a text of another form. */
export function uuidBytes(text: string): Buffer | undefined {
  return isUuid(text) ? Buffer.from(text.replaceAll('-', ''), 'hex') : undefined;
}

/** The UUID of 16 bytes, in lower case. */
export function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
}

/** The bytes with another version in them. Source: RFC 9562 section 4.2. */
export function withVersion(id: Buffer, version: number): Buffer {
  const changed = Buffer.from(id);
  changed.writeUInt8((id.readUInt8(6) & 0x0f) | (version << 4), 6);
  return changed;
}

/**
 * UUID version 5: SHA-1 over the namespace and a name. Throws RangeError for a namespace that is no UUID. Source: RFC 9562
 * section 5.5.
 */
export function nameBasedUuid(namespace: string, name: string): string {
  const space = uuidBytes(namespace);
  if (space === undefined) throw new RangeError('a namespace has to be a UUID');
  const digest = createHash('sha1').update(space).update(name, 'utf8').digest().subarray(0, 16);
  const id = withVersion(digest, 5);
  id.writeUInt8((id.readUInt8(8) & 0x3f) | 0x80, 8);
  return uuidOf(id);
}
