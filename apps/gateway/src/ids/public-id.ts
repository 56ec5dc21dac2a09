import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { streamIdLength } from './stream-id.js';

/** What an id names: told by the id itself, without a query. */
export type ResourceKind = 'payment' | 'periodic' | 'bulk' | 'basket' | 'authorisation';

/** Keys of the ids: the current one makes them, older ones still verify. By a letter each. */
export interface IdKeys {
  readonly current: string;
  readonly keys: Readonly<Record<string, KeyObject>>;
}

const letterOf: { readonly [Kind in ResourceKind]: string } = {
  payment: 'p',
  periodic: 'r',
  bulk: 'k',
  basket: 'b',
  authorisation: 'a',
};
const kindOf = new Map(
  (Object.keys(letterOf) as ResourceKind[]).map((kind) => [letterOf[kind], kind]),
);
const macBytes = 8;
const idBytes = streamIdLength / 2;

/** A stream's id as its TPP sees it: opaque, and only valid for that TPP. */
export function publicIdOf(kind: ResourceKind, streamId: string, tpp: string, ids: IdKeys): string {
  const mac = macOf(kind, streamId, tpp, keyOf(ids, ids.current));
  const bytes = Buffer.concat([Buffer.from(streamId, 'hex'), mac]);
  return `${ids.current}${letterOf[kind]}${bytes.toString('base64url')}`;
}

/** The kind and stream id behind a public id; undefined for one that was not made for this TPP. */
export function readPublicId(
  publicId: string,
  tpp: string,
  ids: IdKeys,
): { readonly kind: ResourceKind; readonly streamId: string } | undefined {
  const kind = kindOf.get(publicId.charAt(1));
  const letter = publicId.charAt(0);
  if (kind === undefined || !Object.hasOwn(ids.keys, letter)) return undefined;
  const text = publicId.slice(2);
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== idBytes + macBytes || bytes.toString('base64url') !== text) return undefined;
  const streamId = bytes.subarray(0, idBytes).toString('hex');
  const mac = macOf(kind, streamId, tpp, keyOf(ids, letter));
  return timingSafeEqual(mac, bytes.subarray(idBytes)) ? { kind, streamId } : undefined;
}

function keyOf(ids: IdKeys, letter: string): KeyObject {
  const key = ids.keys[letter];
  if (key === undefined) throw new Error(`there is no id key ${letter}`);
  return key;
}

function macOf(kind: ResourceKind, streamId: string, tpp: string, key: KeyObject): Buffer {
  const mac = createHmac('sha256', key).update(`${kind}\n${streamId}\n${tpp}`).digest();
  return mac.subarray(0, macBytes);
}
