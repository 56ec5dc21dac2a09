import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { generationMax, generationOf, inGeneration } from './generation.js';
import { streamIdLength } from './streams.js';

/** The kind of resource that an id names. The id itself contains its kind. */
export type ResourceKind =
  | 'payment'
  | 'periodic'
  | 'bulk'
  | 'part'
  | 'basket'
  | 'authorisation'
  | 'consent'
  | 'account'
  | 'card-account';

/** Keys of the ids, each under a letter. The current key makes ids; older keys still verify them. */
export interface IdKeys {
  readonly current: string;
  readonly keys: Readonly<Record<string, KeyObject>>;
}

const letterOf: { readonly [Kind in ResourceKind]: string } = {
  payment: 'p',
  periodic: 'r',
  bulk: 'k',
  part: 's',
  basket: 'b',
  authorisation: 'a',
  consent: 'c',
  account: 'o',
  'card-account': 'd',
};
const kindOf = new Map(
  (Object.keys(letterOf) as ResourceKind[]).map((kind) => [letterOf[kind], kind]),
);
const macBytes = 8;
const idBytes = streamIdLength / 2;
const partBytes = 2;
/** Present only in the ids of a generation above 0, so ids from before the first reset stay valid. */
const generationBytes = 4;

/** The resource that an id names. */
export interface NamedResource {
  readonly kind: ResourceKind;
  /** With its generation (`generationOf`). */
  readonly streamId: string;
  /** Which sub-payment of a bulk, counted from 0: with kind `part` only. */
  readonly part?: number;
}

/**
 * A resource's id as its TPP sees it: opaque, and only valid for that TPP. An id that the TPP knows from
 * before keeps the `letter` of its key, as long as that key is there.
 */
export function publicIdOf(
  named: NamedResource,
  tpp: string,
  ids: IdKeys,
  letter = ids.current,
): string {
  const used = Object.hasOwn(ids.keys, letter) ? letter : ids.current;
  const mac = macOf(named, tpp, keyOf(ids, used));
  const bytes = Buffer.concat([bytesOf(named), mac]);
  return `${used}${letterOf[named.kind]}${bytes.toString('base64url')}`;
}

/** The resource of a public id; undefined for an id that was not made for this TPP. */
export function readPublicId(
  publicId: string,
  tpp: string,
  ids: IdKeys,
): NamedResource | undefined {
  const letter = publicId.charAt(0);
  const read = Object.hasOwn(ids.keys, letter) ? unverified(publicId) : undefined;
  if (read === undefined) return undefined;
  const mac = macOf(read.named, tpp, keyOf(ids, letter));
  return timingSafeEqual(mac, read.mac) ? read.named : undefined;
}

/** The resource in an id, without verification; undefined for a text of another form. */
export function streamIdIn(publicId: string): NamedResource | undefined {
  return unverified(publicId)?.named;
}

function unverified(
  publicId: string,
): { readonly named: NamedResource; readonly mac: Buffer } | undefined {
  const kind = kindOf.get(publicId.charAt(1));
  if (kind === undefined) return undefined;
  const text = publicId.slice(2);
  const bytes = Buffer.from(text, 'base64url');
  const parts = kind === 'part' ? partBytes : 0;
  const length = bytes.length - macBytes;
  const isLater = length === idBytes + parts + generationBytes;
  if (!isLater && length !== idBytes + parts) return undefined;
  if (bytes.toString('base64url') !== text) return undefined;
  const generation = isLater ? bytes.readUInt32BE(idBytes + parts) : 0;
  // The canonical id of generation 0 has no such bytes.
  if (isLater && generation === 0) return undefined;
  const streamId = inGeneration(bytes.subarray(0, idBytes).toString('hex'), generation);
  const part = kind === 'part' ? { part: bytes.readUInt16BE(idBytes) } : {};
  return { named: { kind, streamId, ...part }, mac: bytes.subarray(length) };
}

/** The digits of the stream, the sub-payment and the generation; the last two only where they apply. */
function bytesOf({ streamId, part }: NamedResource): Buffer {
  const generation = generationOf(streamId);
  if (generation > generationMax)
    throw new RangeError(`generation ${String(generation)} is too large`);
  const bytes = [Buffer.from(streamId.slice(0, streamIdLength), 'hex')];
  if (part !== undefined) bytes.push(bigEndian(part, partBytes));
  if (generation > 0) bytes.push(bigEndian(generation, generationBytes));
  return Buffer.concat(bytes);
}

function bigEndian(value: number, length: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, 0, length);
  return bytes;
}

function keyOf(ids: IdKeys, letter: string): KeyObject {
  const key = ids.keys[letter];
  if (key === undefined) throw new Error(`there is no id key ${letter}`);
  return key;
}

function macOf({ kind, streamId, part }: NamedResource, tpp: string, key: KeyObject): Buffer {
  const parts = part === undefined ? [] : [String(part)];
  const text = [kind, streamId, tpp, ...parts].join('\n');
  return createHmac('sha256', key).update(text).digest().subarray(0, macBytes);
}
