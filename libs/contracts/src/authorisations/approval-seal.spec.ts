import { generateKeyPairSync } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { sealOf, sealStateOf } from './approval-seal.js';
import type { Approval } from './approval-seal.js';

const stream = 'authorisation-1';
const current = generateKeyPairSync('ed25519');
const older = generateKeyPairSync('ed25519');
const keys = new Map([
  ['current', current.publicKey],
  ['older', older.publicKey],
]);
const key = { id: 'current', key: current.privateKey };

const approval: Approval = {
  resource: { kind: 'basket', basketId: 'b1', paymentIds: ['p1', 'p2', 'p3'] },
  customerId: 'customer-1',
  psuId: 'psu-1',
  context: 'CORPORATE',
  corporateId: 'agreement-1',
  signers: 2,
  approved: [
    { paymentId: 'p1', hash: 'hash-1' },
    { paymentId: 'p2', hash: 'hash-2' },
  ],
  declined: ['p3'],
  debtor: { name: 'Ægir “Å” AS', address: { townName: 'Bodø', country: 'NO' } },
  at: '2026-03-02T10:05:00.000Z',
};
const sealed: Approval = { ...approval, seal: sealOf(key, stream, approval) };

/** The approval as another process reads it: members in another order, as jsonb returns them. */
function stored(one: Approval): Approval {
  const turned = Object.fromEntries(Object.entries(one).reverse());
  return JSON.parse(JSON.stringify(turned)) as Approval;
}

function parsed(text: string): Approval | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Approval) : undefined;
  } catch {
    return undefined;
  }
}

describe('the seal of an approval', () => {
  it('is valid for the approval as it is read from the store', () => {
    expect(sealStateOf(keys, stream, sealed)).toBe('valid');
    expect(sealStateOf(keys, stream, stored(sealed))).toBe('valid');
  });

  it('is the same for the same approval, so a repeated decision is the same event', () => {
    expect(sealOf(key, stream, stored(approval))).toEqual(sealed.seal);
    expect(sealOf(key, stream, sealed)).toEqual(sealed.seal);
  });

  it('is invalid when one character of the approval or of the seal changes', () => {
    const text = JSON.stringify(sealed);
    const changes = fc.record({
      at: fc.nat(text.length - 1),
      to: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }),
    });
    fc.assert(
      fc.property(changes, ({ at, to }) => {
        const changed = parsed(text.slice(0, at) + to + text.slice(at + 1));
        fc.pre(changed !== undefined && !isDeepStrictEqual(changed, JSON.parse(text)));
        expect(sealStateOf(keys, stream, changed)).not.toBe('valid');
      }),
      { numRuns: 1000 },
    );
  });

  it('is invalid when a member is left out or added', () => {
    for (const name of Object.keys(sealed)) {
      const { [name as keyof Approval]: left, ...others } = sealed;
      expect(left).toBeDefined();
      expect(sealStateOf(keys, stream, others as Approval)).not.toBe('valid');
    }
    const more = { ...sealed, accounts: [] };
    expect(sealStateOf(keys, stream, more)).toBe('wrong');
  });

  it('is invalid on the stream of another authorisation', () => {
    expect(sealStateOf(keys, 'authorisation-2', sealed)).toBe('wrong');
  });

  it('of an older key is valid while the public key stays, and of an unknown key afterwards', () => {
    const late = {
      ...approval,
      seal: sealOf({ id: 'older', key: older.privateKey }, stream, approval),
    };
    expect(sealStateOf(keys, stream, late)).toBe('valid');
    const afterwards = new Map([['current', current.publicKey]]);
    expect(sealStateOf(afterwards, stream, late)).toBe('unknown-key');
  });

  it('is wrong when another key made it under the id of a known key', () => {
    const stranger = { id: 'current', key: generateKeyPairSync('ed25519').privateKey };
    const forged = { ...approval, seal: sealOf(stranger, stream, approval) };
    expect(sealStateOf(keys, stream, forged)).toBe('wrong');
  });

  it('is missing on an approval without it, and without an approval', () => {
    expect(sealStateOf(keys, stream, approval)).toBe('missing');
    expect(sealStateOf(keys, stream, undefined)).toBe('missing');
  });

  it.each([
    ['null', null],
    ['a text', 'seal'],
    ['no signature', { keyId: 'current' }],
    ['a key id that is no text', { keyId: 1, signature: '' }],
    ['an empty signature', { keyId: 'current', signature: '' }],
    ['the words of every object', { keyId: '__proto__', signature: 'constructor' }],
  ])('is invalid when it is %s', (_what, seal) => {
    const state = sealStateOf(keys, stream, { ...approval, seal } as unknown as Approval);
    expect(['wrong', 'unknown-key']).toContain(state);
  });

  it('is wrong on an approval that has no canonical form', () => {
    const forged = { ...sealed, customerId: '\ud800' };
    expect(sealStateOf(keys, stream, forged)).toBe('wrong');
  });
});
