import { createSecretKey } from 'node:crypto';
import { currentKeyOf, isLinkTokenOf, keysOf, linkTokenOf } from './key-set.js';

const [a, b, c] = [1, 2, 3].map((byte) => createSecretKey(Buffer.alloc(32, byte)));
const [A, B, C] = [a!, b!, c!];

describe('a key set', () => {
  const set = { current: 'B', keys: { A, B } };

  it('makes what is new with its current key', () => {
    expect(currentKeyOf(set)).toEqual({ id: 'B', key: B });
  });

  it('verifies with every key, the current one first', () => {
    expect(keysOf(set)).toEqual([B, A]);
  });

  it('cannot be used without its current key', () => {
    expect(() => currentKeyOf({ ...set, current: 'C' })).toThrow('there is no key C');
    expect(() => keysOf({ ...set, current: 'C' })).toThrow('there is no key C');
  });
});

describe('the token of a link', () => {
  const links = { current: 'B', keys: { A, B } };

  it.each([
    ['the current key', B],
    ['an older key', A],
  ])('is valid when %s made it', (_which, key) => {
    expect(isLinkTokenOf(links, 'aut-1', linkTokenOf(key, 'aut-1'))).toBe(true);
  });

  it('is not valid when its key was withdrawn, or for another authorisation', () => {
    expect(isLinkTokenOf(links, 'aut-1', linkTokenOf(C, 'aut-1'))).toBe(false);
    expect(isLinkTokenOf(links, 'aut-2', linkTokenOf(B, 'aut-1'))).toBe(false);
    expect(isLinkTokenOf(links, 'aut-1', '')).toBe(false);
  });
});
