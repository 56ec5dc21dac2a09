import { createHash } from 'node:crypto';

/** Namespace of the sandbox's ids: chosen once; another one would give every resource a new id. */
const namespace = '7f75ba31-e6b8-5eb6-9b14-fd3fc2cd8e26';

/**
 * The id of a resource of the known state: the same name gives the same UUID in every sandbox and
 * after every reset, so a TPP's tests may hold on to it.
 */
export function knownId(name: string): string {
  return nameBasedUuid(namespace, name);
}

/** UUID version 5 (SHA-1 over namespace and name). Source: RFC 9562 section 5.5. */
export function nameBasedUuid(space: string, name: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(space.replaceAll('-', ''), 'hex'))
    .update(name, 'utf8')
    .digest()
    .subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
}
