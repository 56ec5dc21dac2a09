import { createSecretKey } from 'node:crypto';
import type { KeySet } from '@nordgate/contracts/rules';
import { isTransactionCookie, transactionCookie } from '../security/cookies.js';
import { opened, sealed, transactionIn, transactionMsMax } from './transaction.js';
import type { Transaction } from './transaction.js';

const keyOf = (byte: number) => createSecretKey(Buffer.alloc(32, byte));
const key: KeySet = { current: 'A', keys: { A: keyOf(7) } };
const iv = Buffer.alloc(12, 1);
const state = 'state-1';
const transaction: Transaction = {
  use: { is: 'log-in', id: 'aut-1', token: 'token-1' },
  verifier: 'verifier-1',
  nonce: 'nonce-1',
  startedAt: 1_000_000,
};
const place = transactionCookie(state);
const cookie = sealed(transaction, { key, kind: 'transaction', place }, iv);
const at = (now: number, change: { state?: string; key?: KeySet } = {}) =>
  transactionIn(cookie, { key, state, now, ...change });

describe('the cookie of a visit at the provider', () => {
  it('gives the transaction back to the same site for the same state', () => {
    expect(at(transaction.startedAt)).toEqual(transaction);
    expect(at(transaction.startedAt + transactionMsMax)).toEqual(transaction);
  });

  it('opens with an older key after a new one has come', () => {
    const rotated = { current: 'B', keys: { B: keyOf(8), A: keyOf(7) } };
    expect(at(transaction.startedAt, { key: rotated })).toEqual(transaction);
  });

  it.each([
    ['for another state', at(transaction.startedAt, { state: 'state-2' })],
    [
      'with another key',
      at(transaction.startedAt, { key: { current: 'A', keys: { A: keyOf(8) } } }),
    ],
    ['after ten minutes', at(transaction.startedAt + transactionMsMax + 1)],
    ['before it was made', at(transaction.startedAt - 1)],
  ])('opens to nothing %s', (_about, found) => {
    expect(found).toBeUndefined();
  });

  it('opens to nothing when a bit has changed, or for a text that is none', () => {
    const bytes = Buffer.from(cookie, 'base64url');
    for (const place of [0, 13, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      const text = changed.toString('base64url');
      expect(transactionIn(text, { key, state, now: transaction.startedAt })).toBeUndefined();
    }
    for (const text of ['', 'x', cookie.slice(0, 30)]) {
      expect(transactionIn(text, { key, state, now: transaction.startedAt })).toBeUndefined();
    }
  });

  it('is no grant, although the same key seals it', () => {
    expect(opened(cookie, { key, kind: 'grant', place })).toBeUndefined();
  });

  it('has a name that reveals nothing of the state', () => {
    expect(isTransactionCookie(place)).toBe(true);
    expect(place).not.toContain(state);
    expect(cookie).not.toContain('token-1');
  });
});
