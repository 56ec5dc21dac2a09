/** Bob Jenkins' lookup3, as `hash_bytes_extended` of PostgreSQL uses it. */

type State = [number, number, number];

const rotate = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

function mix(state: State): void {
  let [a, b, c] = state;
  a = ((a - c) ^ rotate(c, 4)) | 0;
  c = (c + b) | 0;
  b = ((b - a) ^ rotate(a, 6)) | 0;
  a = (a + c) | 0;
  c = ((c - b) ^ rotate(b, 8)) | 0;
  b = (b + a) | 0;
  a = ((a - c) ^ rotate(c, 16)) | 0;
  c = (c + b) | 0;
  b = ((b - a) ^ rotate(a, 19)) | 0;
  a = (a + c) | 0;
  c = ((c - b) ^ rotate(b, 4)) | 0;
  b = (b + a) | 0;
  state[0] = a;
  state[1] = b;
  state[2] = c;
}

function finish(state: State): void {
  let [a, b, c] = state;
  c = ((c ^ b) - rotate(b, 14)) | 0;
  a = ((a ^ c) - rotate(c, 11)) | 0;
  b = ((b ^ a) - rotate(a, 25)) | 0;
  c = ((c ^ b) - rotate(b, 16)) | 0;
  a = ((a ^ c) - rotate(c, 4)) | 0;
  b = ((b ^ a) - rotate(a, 14)) | 0;
  c = ((c ^ b) - rotate(b, 24)) | 0;
  state[0] = a;
  state[1] = b;
  state[2] = c;
}

const block = 12;

/** The 64-bit hash of a text, which the services use as the key of advisory locks. */
export function hashTextExtended(text: string, seed: bigint): bigint {
  const bytes = Buffer.from(text);
  const start = (0x9e3779b9 + bytes.length + 3923095) | 0;
  const state: State = [start, start, start];
  if (seed !== 0n) {
    const unsigned = BigInt.asUintN(64, seed);
    state[0] = (state[0] + Number(unsigned >> 32n)) | 0;
    state[1] = (state[1] + Number(unsigned & 0xffffffffn)) | 0;
    mix(state);
  }
  let at = 0;
  for (; bytes.length - at >= block; at += block) {
    state[0] = (state[0] + bytes.readInt32LE(at)) | 0;
    state[1] = (state[1] + bytes.readInt32LE(at + 4)) | 0;
    state[2] = (state[2] + bytes.readInt32LE(at + 8)) | 0;
    mix(state);
  }
  addRest(state, bytes.subarray(at));
  finish(state);
  const [, b, c] = state;
  return BigInt.asIntN(64, (BigInt(b >>> 0) << 32n) | BigInt(c >>> 0));
}

/** The lowest byte of the third word stays free: the length is in it already. */
function addRest(state: State, rest: Buffer): void {
  for (const [at, byte] of rest.entries()) {
    const word = at < 4 ? 0 : at < 8 ? 1 : 2;
    const shift = word === 2 ? (at - 8 + 1) * 8 : (at % 4) * 8;
    state[word] = ((state[word] ?? 0) + (byte << shift)) | 0;
  }
}
