import { createSecretKey } from 'node:crypto';
import { browserSecretOf, csrfToken, guessId, hashOf, isLinkToken, isSameText } from './tokens.js';

const key = createSecretKey(Buffer.alloc(32, 1));
const anotherKey = createSecretKey(Buffer.alloc(32, 2));

describe('a link token', () => {
  it('is recognised by its hash', () => {
    expect(isLinkToken('token', hashOf('token'))).toBe(true);
    expect(isLinkToken('token2', hashOf('token'))).toBe(false);
    expect(isLinkToken('', hashOf('token'))).toBe(false);
  });
});

describe('a CSRF token', () => {
  const token = csrfToken(key, 'decide', 'aut-1', 'secret-1');

  it.each([
    ['another key', csrfToken(anotherKey, 'decide', 'aut-1', 'secret-1')],
    ['another form', csrfToken(key, 'log-in', 'aut-1', 'secret-1')],
    ['another authorisation', csrfToken(key, 'decide', 'aut-2', 'secret-1')],
    ['another browser', csrfToken(key, 'decide', 'aut-1', 'secret-2')],
    ['parts that run together', csrfToken(key, 'decide', 'aut-1secret', '-1')],
  ])('differs for %s', (_about, other) => {
    expect(isSameText(token, other)).toBe(false);
  });

  it('is the same for the same key, form, authorisation and browser', () => {
    expect(isSameText(token, csrfToken(key, 'decide', 'aut-1', 'secret-1'))).toBe(true);
  });
});

describe('the secret of a browser after the log-in', () => {
  it('is the same after a double click, and differs from the secret before the log-in', () => {
    const secret = browserSecretOf(key, 'aut-1', 'before');
    expect(secret).toBe(browserSecretOf(key, 'aut-1', 'before'));
    expect(secret).not.toBe('before');
    expect(secret).not.toBe(browserSecretOf(key, 'aut-2', 'before'));
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });
});

describe('the id of a guess', () => {
  it('is the same for the same guess and does not reveal it', () => {
    expect(guessId(key, 'aut-1', '123456')).toBe(guessId(key, 'aut-1', '123456'));
    expect(guessId(key, 'aut-1', '123456')).not.toBe(guessId(key, 'aut-1', '123457'));
    expect(guessId(key, 'aut-1', '123456')).not.toContain('123456');
  });
});
