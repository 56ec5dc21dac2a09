import { createRequire, syncBuiltinESMExports } from 'node:module';
import { Chance } from '@nordgate/chaos/chance';
import { uid } from 'uid';

/** The part of `node:crypto` that is replaced. */
type Randomness = Pick<
  typeof import('node:crypto'),
  'randomBytes' | 'randomUUID' | 'randomInt' | 'randomFillSync'
>;

/** One source for each function: a module that keeps drawn bytes for later changes nothing else. */
let numbers = new Chance(0);
let uuids = new Chance(0);
let bytesDrawn = new Chance(0);
let isReplaced = false;

/** All random numbers of this process come from this seed from now on. */
export function seedRandomness(seed: number): void {
  if (!isReplaced) replace();
  isReplaced = true;
  beginNames(seed);
  const chance = new Chance(seed);
  [numbers, uuids, bytesDrawn] = [chance.fork(), chance.fork(), chance.fork()];
}

/** Characters that `uid` keeps, of which a name takes one; its end is not used, as a name is a stretch of 21. */
const [keptMax, namesMax] = [512, 491];
/** Names until the next text, as in a process that has run no seed before: seeds that were found so keep their traces. */
const namesLeft = 72;

/**
 * Nest names what it composes by `uid`, which keeps a text of random characters and draws 256 numbers for the next one. Without this, the seeds that
 * a process has run before would decide when a seed draws them.
 */
function beginNames(seed: number): void {
  numbers = new Chance(seed);
  uid(keptMax + 1);
  for (let taken = namesLeft; taken < namesMax; taken += 1) uid(21);
}

/**
 * Replaces Math.random and what `node:crypto` draws. A module that copied a function before keeps the real one, so this
 * runs before the services are imported.
 */
function replace(): void {
  Math.random = () => numbers.next();
  const crypto = createRequire(import.meta.url)('node:crypto') as Randomness;
  crypto.randomBytes = ((size: number, done?: (error: null, bytes: Buffer) => void) => {
    const bytes = fill(Buffer.alloc(size));
    if (done === undefined) return bytes;
    queueMicrotask(() => done(null, bytes));
    return undefined;
  }) as Randomness['randomBytes'];
  crypto.randomFillSync = ((target: NodeJS.ArrayBufferView) => {
    fill(Buffer.from(target.buffer, target.byteOffset, target.byteLength));
    return target;
  }) as Randomness['randomFillSync'];
  crypto.randomUUID = uuid as Randomness['randomUUID'];
  crypto.randomInt = ((first: number, second?: number) =>
    second === undefined
      ? numbers.between(0, first - 1)
      : numbers.between(first, second - 1)) as Randomness['randomInt'];
  globalThis.crypto.randomUUID = uuid as typeof globalThis.crypto.randomUUID;
  globalThis.crypto.getRandomValues = ((target: NodeJS.ArrayBufferView) => {
    fill(Buffer.from(target.buffer, target.byteOffset, target.byteLength));
    return target;
  }) as typeof globalThis.crypto.getRandomValues;
  syncBuiltinESMExports();
}

function fill(bytes: Buffer, chance = bytesDrawn): Buffer {
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = Math.floor(chance.next() * 256);
  return bytes;
}

/** Version 4, as `randomUUID` makes it (RFC 9562, section 5.4). */
function uuid(): string {
  const bytes = fill(Buffer.alloc(16), uuids);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
