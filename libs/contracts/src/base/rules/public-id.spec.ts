import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { generationMax, generationOf, inGeneration } from './generation.js';
import { publicIdOf, readPublicId, streamIdIn } from './public-id.js';
import type { ResourceKind } from './public-id.js';

const ids = { current: 'A', keys: { A: createSecretKey(Buffer.alloc(32, 1)) } };
const tpp = 'PSDNO-FSA-900000001';
const streamId = '00112233445566778899aabbccddeeff';
const hex = fc
  .array(fc.integer({ min: 0, max: 15 }), { minLength: 32, maxLength: 32 })
  .map((digits) => digits.map((digit) => digit.toString(16)).join(''));
const generations = fc.oneof(fc.nat(3), fc.integer({ min: 0, max: generationMax }));
const kinds: ResourceKind[] = [
  'payment',
  'periodic',
  'bulk',
  'basket',
  'authorisation',
  'consent',
  'account',
  'card-account',
];

describe('a public id', () => {
  it('gives kind and stream back to the TPP that it was made for', () => {
    fc.assert(
      fc.property(hex, fc.constantFrom(...kinds), (stream, kind) => {
        const read = readPublicId(publicIdOf({ kind, streamId: stream }, tpp, ids), tpp, ids);
        expect(read).toEqual({ kind, streamId: stream });
      }),
    );
  });

  it('names one sub-payment of a bulk', () => {
    fc.assert(
      fc.property(hex, fc.nat(65_535), (stream, part) => {
        const named = { kind: 'part', streamId: stream, part } as const;
        const id = publicIdOf(named, tpp, ids);
        expect(readPublicId(id, tpp, ids)).toEqual(named);
        expect(publicIdOf({ ...named, part: (part + 1) % 65_536 }, tpp, ids)).not.toBe(id);
      }),
    );
  });

  it('of a bulk cannot be changed into the id of one of its sub-payments, or back', () => {
    const bulk = publicIdOf({ kind: 'bulk', streamId }, tpp, ids);
    const part = publicIdOf({ kind: 'part', streamId, part: 0 }, tpp, ids);
    expect(readPublicId(bulk.replace(/^Ak/, 'As'), tpp, ids)).toBeUndefined();
    expect(readPublicId(part.replace(/^As/, 'Ak'), tpp, ids)).toBeUndefined();
  });

  it('of an account cannot be changed into the id of a card account, or back', () => {
    const account = publicIdOf({ kind: 'account', streamId }, tpp, ids);
    const card = publicIdOf({ kind: 'card-account', streamId }, tpp, ids);
    expect(readPublicId(account.replace(/^Ao/, 'Ad'), tpp, ids)).toBeUndefined();
    expect(readPublicId(card.replace(/^Ad/, 'Ao'), tpp, ids)).toBeUndefined();
  });

  it('is unknown to another TPP', () => {
    expect(
      readPublicId(publicIdOf({ kind: 'payment', streamId }, tpp, ids), 'PSDNO-FSA-2', ids),
    ).toBe(undefined);
  });

  it('is unknown after any character was changed', () => {
    const id = publicIdOf({ kind: 'payment', streamId }, tpp, ids);
    fc.assert(
      fc.property(fc.nat(id.length - 1), fc.constantFrom(...'AbZ09-_!'), (at, character) => {
        fc.pre(id.charAt(at) !== character);
        const changed = id.slice(0, at) + character + id.slice(at + 1);
        expect(readPublicId(changed, tpp, ids)).toBe(undefined);
      }),
    );
  });

  it('is unknown for any text of a stranger, which never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readPublicId(text, tpp, ids)).toBe(undefined);
      }),
    );
  });

  it('of an older key is still read after a new key was added', () => {
    const id = publicIdOf({ kind: 'basket', streamId }, tpp, ids);
    const rotated = {
      current: 'B',
      keys: { ...ids.keys, B: createSecretKey(Buffer.alloc(32, 2)) },
    };
    expect(readPublicId(id, tpp, rotated)).toEqual({ kind: 'basket', streamId });
    expect(publicIdOf({ kind: 'basket', streamId }, tpp, rotated).startsWith('B')).toBe(true);
  });

  it('keeps the key under which its TPP knows it, and takes the current one when that is gone', () => {
    const rotated = {
      current: 'B',
      keys: { ...ids.keys, B: createSecretKey(Buffer.alloc(32, 2)) },
    };
    const named = { kind: 'account', streamId } as const;
    expect(publicIdOf(named, tpp, rotated, 'A')).toBe(publicIdOf(named, tpp, ids));
    const withoutOld = { current: 'B', keys: { B: rotated.keys.B } };
    expect(publicIdOf(named, tpp, withoutOld, 'A')).toBe(publicIdOf(named, tpp, rotated));
  });

  it('gives the generation of its stream back, for resources and sub-payments', () => {
    fc.assert(
      fc.property(
        ...([hex, generations, fc.constantFrom(...kinds), fc.nat(65_535)] as const),
        (digits, generation, kind, part) => {
          const stream = inGeneration(digits, generation);
          for (const named of [
            { kind, streamId: stream },
            { kind: 'part' as const, streamId: stream, part },
          ]) {
            const id = publicIdOf(named, tpp, ids);
            const read = readPublicId(id, tpp, ids);
            expect(read).toEqual(named);
            expect(generationOf(read?.streamId ?? '')).toBe(generation);
            expect(streamIdIn(id)).toEqual(named);
          }
        },
      ),
    );
  });

  it('of one generation is never an id of the next generation', () => {
    fc.assert(
      fc.property(hex, fc.nat(generationMax - 1), (digits, generation) => {
        const of = (one: number) => inGeneration(digits, one);
        const id = publicIdOf({ kind: 'payment', streamId: of(generation) }, tpp, ids);
        const next = publicIdOf({ kind: 'payment', streamId: of(generation + 1) }, tpp, ids);
        expect(next).not.toBe(id);
        expect(readPublicId(id, tpp, ids)?.streamId).not.toBe(of(generation + 1));
      }),
    );
  });

  it('is unknown after its generation was changed, added or removed', () => {
    const bodyOf = (generation: number) => {
      const named = { kind: 'payment', streamId: inGeneration(streamId, generation) } as const;
      return Buffer.from(publicIdOf(named, tpp, ids).slice(2), 'base64url');
    };
    const [mac, laterMac] = [bodyOf(0).subarray(16), bodyOf(3).subarray(20)];
    const digits = Buffer.from(streamId, 'hex');
    const forged = [
      [digits, Buffer.from([0, 0, 0, 4]), laterMac],
      [digits, laterMac],
      [digits, Buffer.from([0, 0, 0, 3]), mac],
      [digits, Buffer.from([0, 0, 0, 0]), mac],
    ];
    for (const parts of forged) {
      const id = `Ap${Buffer.concat(parts).toString('base64url')}`;
      expect(readPublicId(id, tpp, ids)).toBeUndefined();
    }
  });

  it('of a sub-payment is verified with its number', () => {
    const named = { kind: 'part', streamId, part: 7 } as const;
    const bytes = Buffer.from(publicIdOf(named, tpp, ids).slice(2), 'base64url');
    const [macs, other] = [bytes.subarray(18), Buffer.from([0, 8])];
    const forged = Buffer.concat([Buffer.from(streamId, 'hex'), other, macs]).toString('base64url');
    expect(readPublicId(`As${forged}`, tpp, ids)).toBeUndefined();
  });

  it('has one spelling: base64url without padding, white space or other characters', () => {
    const id = publicIdOf({ kind: 'payment', streamId }, tpp, ids);
    for (const other of [`${id}=`, `${id} `, `${id}!`]) {
      expect(streamIdIn(other)).toBeUndefined();
    }
  });

  it('has no other length than that of its kind', () => {
    for (const length of [0, 8, 23, 25, 27, 29, 40]) {
      const text = Buffer.alloc(length, 1).toString('base64url');
      expect(streamIdIn(`Ap${text}`)).toBeUndefined();
    }
  });

  it('cannot name a generation that does not fit', () => {
    const named = { kind: 'payment', streamId: inGeneration(streamId, generationMax + 1) } as const;
    expect(() => publicIdOf(named, tpp, ids)).toThrow(
      new RangeError(`generation ${String(generationMax + 1)} is too large`),
    );
  });

  it('is not made with a key that is not there', () => {
    const without = { ...ids, current: 'Z' };
    expect(() => publicIdOf({ kind: 'payment', streamId }, tpp, without)).toThrow(
      'there is no id key Z',
    );
  });

  it('that was made before there were generations is of generation 0', () => {
    // Made by release 0.1.0 with the same key.
    const id = 'ApABEiM0RVZneImaq7zN3u_2LQ87rnO9Dp';
    expect(readPublicId(id, tpp, ids)).toEqual({ kind: 'payment', streamId });
    expect(generationOf(streamId)).toBe(0);
  });
});
