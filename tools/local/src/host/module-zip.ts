import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

/* Signatures and sizes of the records of a zip file (PKWARE APPNOTE 4.3). */
const endRecord = { signature: 0x06054b50, size: 22, commentMax: 0xffff };
const centralRecord = { signature: 0x02014b50, size: 46 };
const localSize = 30;
const deflated = 8;

interface Entry {
  readonly name: string;
  readonly content: Buffer;
}

/**
 * Writes the files of a module of Go into a folder.
 *
 * @param prefix the module and its version, which every name in the zip file begins with
 * @param expected the checksum of the module as in `go.sum`: `h1:` and a SHA-256 over the hashes of all files
 * @throws Error when the file is damaged, has another checksum, or has a name that leaves the folder. Nothing is written then.
 */
export function unpackModule(zip: Buffer, prefix: string, expected: string, folder: string): void {
  const entries = [...entriesOf(zip)];
  const found = checksumOf(entries);
  if (found !== expected) throw new Error(`${prefix} has the checksum ${found}, not ${expected}`);
  const strange = entries.find(({ name }) => !isInside(name, prefix));
  if (strange !== undefined) throw new Error(`${prefix} has a file ${strange.name}`);
  for (const { name, content } of entries) {
    const path = join(folder, name.slice(prefix.length + 1));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

/** The algorithm `h1` of Go: golang.org/x/mod/sumdb/dirhash. */
export function checksumOf(entries: readonly Entry[]): string {
  const lines = [...entries]
    .sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)))
    .map(({ name, content }) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`);
  return `h1:${createHash('sha256').update(lines.join('')).digest('base64')}`;
}

const isInside = (name: string, prefix: string) =>
  name.startsWith(`${prefix}/`) && !name.split('/').includes('..');

function* entriesOf(zip: Buffer): Generator<Entry> {
  const end = endOf(zip);
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  for (let entry = 0; entry < count; entry += 1) {
    if (zip.readUInt32LE(at) !== centralRecord.signature)
      throw new Error('the zip file is damaged');
    const nameLength = zip.readUInt16LE(at + 28);
    const nameAt = at + centralRecord.size;
    yield {
      name: zip.toString('utf8', nameAt, nameAt + nameLength),
      content: contentOf(zip, at),
    };
    at = nameAt + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
}

function contentOf(zip: Buffer, central: number): Buffer {
  const method = zip.readUInt16LE(central + 10);
  const local = zip.readUInt32LE(central + 42);
  const begin = local + localSize + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const packed = zip.subarray(begin, begin + zip.readUInt32LE(central + 20));
  return method === deflated ? inflateRawSync(packed) : packed;
}

function endOf(zip: Buffer): number {
  const last = zip.length - endRecord.size;
  for (let at = last; at >= Math.max(0, last - endRecord.commentMax); at -= 1) {
    if (zip.readUInt32LE(at) === endRecord.signature) return at;
  }
  throw new Error('this is no zip file');
}
