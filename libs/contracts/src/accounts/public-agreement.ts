import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { IdKeys } from '../base/rules/public-id.js';
import { uuidBytes, uuidOf, withVersion } from '../base/rules/uuid.js';

/**
 * The id of an agreement as a TPP sees it in PSU-Corporate-ID, psu-corporate-id and GET /v1/agreements: a
 * UUID that only this TPP can use (ADR 34). Made with the current key.
 *
 * Throws RangeError for an id that is not a UUID of version 4 or 5.
 */
export function publicAgreementOf(agreementId: string, tpp: string, ids: IdKeys): string {
  const id = uuidBytes(agreementId);
  if (id === undefined || !isOwn(id))
    throw new RangeError('an agreement needs a UUID of version 4 or 5');
  const key = ids.keys[ids.current];
  if (key === undefined) throw new Error(`there is no id key ${ids.current}`);
  const hidden = walk(id, createCipheriv(cipher, keyFor(key, tpp), null));
  return uuidOf(withVersion(hidden, 1 + 2 * slotOf(ids.current) + (versionOf(hidden) - lowest)));
}

/**
 * The agreement that a PSU-Corporate-ID of this TPP names, read with the key that made it. A made-up id, or
 * that of another TPP, names an agreement that does not exist. Undefined for a text of another form, and
 * without the key.
 */
export function readPublicAgreement(
  publicId: string,
  tpp: string,
  ids: IdKeys,
): string | undefined {
  const id = uuidBytes(publicId);
  if (id === undefined || !isOfVariant(id)) return undefined;
  const at = versionOf(id) - 1;
  const key = at < 0 ? undefined : keyIn(at >> 1, ids);
  if (key === undefined) return undefined;
  const hidden = withVersion(id, lowest + (at & 1));
  return uuidOf(walk(hidden, createDecipheriv(cipher, keyFor(key, tpp), null)));
}

const cipher = 'aes-128-ecb';
/** Agreements have ids of version 4 (random) or 5 (name-based). */
const lowest = 4;
/** A UUID has room for two bits about its key: the versions 1 to 8 (RFC 9562), two for each slot. */
const slots = 4;

/** The same letter has the same slot in every process. Letters that are four apart share a slot. */
const slotOf = (letter: string) => letter.charCodeAt(0) % slots;

/** The key of a slot: the current key, else the key that was added last. */
function keyIn(slot: number, { current, keys }: IdKeys): KeyObject | undefined {
  if (slotOf(current) === slot) return keys[current];
  const letter = Object.keys(keys).findLast((one) => slotOf(one) === slot);
  return letter === undefined ? undefined : keys[letter];
}

/** The key of one TPP, by HKDF (RFC 5869). */
function keyFor(key: KeyObject, tpp: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `agreement\n${tpp}`, 16));
}

/**
 * Permutes the UUIDs of version 4 and 5: the block cipher is repeated until its block is such a UUID, 32
 * times on average. Source: Black and Rogaway, "Ciphers with Arbitrary Finite Domains", 2002 (cycle walking).
 */
function walk(id: Buffer, blocks: ReturnType<typeof createCipheriv>): Buffer {
  blocks.setAutoPadding(false);
  let block = id;
  do block = blocks.update(block);
  while (!isOwn(block));
  return block;
}

const isOwn = (id: Buffer) =>
  isOfVariant(id) && (versionOf(id) === lowest || versionOf(id) === lowest + 1);
/** Source: RFC 9562 section 4.1. */
const isOfVariant = (id: Buffer) => id.readUInt8(8) >> 6 === 0b10;
const versionOf = (id: Buffer) => id.readUInt8(6) >> 4;
