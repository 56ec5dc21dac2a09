import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { publicAgreementOf, readPublicAgreement } from './public-agreement.js';
import type { IdKeys } from '../base/rules/public-id.js';

const key = (byte: number) => createSecretKey(Buffer.alloc(32, byte));
const ids: IdKeys = { current: 'A', keys: { A: key(1) } };
const letters = fc.constantFrom(...'ABCDEFGHXYZabcxyz0189');
const agreement = fc.oneof(fc.uuid({ version: 4 }), fc.uuid({ version: 5 }));
const tpps = fc
  .uniqueArray(fc.stringMatching(/^PSDNO-FSA-[0-9]{1,9}$/), { minLength: 2, maxLength: 2 })
  .map(([one = '', other = '']) => [one, other] as const);
const tpp = 'PSDNO-FSA-900000001';
const known = '901b1aaa-1cd5-5240-af93-a72d2de4cd8e';

const keysOf = (...named: string[]): IdKeys => ({
  current: named.at(-1) ?? '',
  keys: Object.fromEntries(named.map((letter) => [letter, key(letter.charCodeAt(0))])),
});

describe('the id of an agreement for a TPP', () => {
  it('is a UUID of RFC 9562 that names the agreement, with any key', () => {
    fc.assert(
      fc.property(agreement, letters, (id, letter) => {
        const keys = keysOf(letter);
        const shown = publicAgreementOf(id, tpp, keys);
        expect(shown).toMatch(
          /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        );
        expect(shown.replace(/(?<=^.{14})./, '')).not.toBe(id.replace(/(?<=^.{14})./, ''));
        expect(readPublicAgreement(shown, tpp, keys)).toBe(id);
        expect(readPublicAgreement(shown.toUpperCase(), tpp, keys)).toBe(id);
      }),
    );
  });

  it('differs between two TPPs, and names nothing of the other TPP', () => {
    fc.assert(
      fc.property(agreement, tpps, (id, [one, other]) => {
        const shown = publicAgreementOf(id, one, ids);
        expect(shown).not.toBe(publicAgreementOf(id, other, ids));
        expect(readPublicAgreement(shown, other, ids)).not.toBe(id);
      }),
    );
  });

  it('stays the same for one TPP', () => {
    expect(publicAgreementOf(known, tpp, ids)).toBe(publicAgreementOf(known, tpp, ids));
  });

  it('differs between two agreements', () => {
    fc.assert(
      fc.property(agreement, agreement, (one, other) => {
        fc.pre(one !== other);
        expect(publicAgreementOf(one, tpp, ids)).not.toBe(publicAgreementOf(other, tpp, ids));
      }),
    );
  });

  it('of an older key is still read, for the last four keys of consecutive letters', () => {
    fc.assert(
      fc.property(agreement, fc.constantFrom('ABCD', 'WXYZ', 'xyz', '6789'), (id, row) => {
        const all = keysOf(...row);
        for (const letter of row) {
          const shown = publicAgreementOf(id, tpp, keysOf(letter));
          expect([letter, readPublicAgreement(shown, tpp, all)]).toEqual([letter, id]);
        }
      }),
    );
  });

  it('is read by every instance while the current key changes', () => {
    const before = { ...keysOf('A', 'B'), current: 'A' };
    const after = keysOf('A', 'B');
    for (const [making, reading] of [
      [before, after],
      [after, before],
    ] as const) {
      const shown = publicAgreementOf(known, tpp, making);
      expect(readPublicAgreement(shown, tpp, reading)).toBe(known);
    }
  });

  it('belongs to the current key where two keys share a slot, else to the later key', () => {
    const shown = (letter: string) => publicAgreementOf(known, tpp, keysOf(letter));
    const read = (letter: string, keys: IdKeys) => readPublicAgreement(shown(letter), tpp, keys);
    expect(read('E', keysOf('A', 'E'))).toBe(known);
    expect(read('E', keysOf('A', 'E', 'F'))).toBe(known);
    expect(read('A', { ...keysOf('A', 'E'), current: 'A' })).toBe(known);
    expect(read('A', keysOf('A', 'E'))).not.toBe(known);
  });

  it('is unknown without its key', () => {
    const shown = publicAgreementOf(known, tpp, keysOf('A'));
    expect(readPublicAgreement(shown, tpp, keysOf('B'))).toBeUndefined();
  });

  it('is not the id of the agreement itself', () => {
    fc.assert(
      fc.property(agreement, letters, (id, letter) => {
        expect(readPublicAgreement(id, tpp, keysOf(letter))).not.toBe(id);
      }),
    );
  });

  it('is unknown for a text of another form, which never throws', () => {
    const texts = ['', 'agreement-1', `${known}0`, known.replaceAll('-', '')];
    for (const text of texts) expect(readPublicAgreement(text, tpp, ids)).toBeUndefined();
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readPublicAgreement(text, tpp, ids)).toBeUndefined();
      }),
    );
    for (const nibble of '09af') {
      const other = known.replace(/(?<=^.{14})./, nibble);
      expect(readPublicAgreement(other, tpp, ids)).toBeUndefined();
    }
    const ofOtherVariant = known.replace(/(?<=^.{19})./, 'c');
    expect(readPublicAgreement(ofOtherVariant, tpp, ids)).toBeUndefined();
  });

  it('cannot be made for an agreement without a UUID of version 4 or 5', () => {
    for (const id of ['agr-1', known.replace(/(?<=^.{14})./, '7')]) {
      expect(() => publicAgreementOf(id, tpp, ids)).toThrow(RangeError);
    }
  });
});
