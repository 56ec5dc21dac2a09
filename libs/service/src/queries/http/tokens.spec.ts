import { createSecretKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose';
import { appBearerKeys, CallerTokens, TokenCheck } from './tokens.js';
import { TokenRefusedError } from './tokens.js';

const pairOf = () => generateKeyPairSync('ed25519');
const [gateway, gatewayBefore, sca] = [pairOf(), pairOf(), pairOf()];
const keys = appBearerKeys({
  gateway: new Map([
    ['g1', gatewayBefore.publicKey],
    ['g2', gateway.publicKey],
  ]),
  sca: new Map([['s1', sca.publicKey]]),
});
const key = { id: 'g2', key: gateway.privateKey };
const noon = Date.parse('2026-03-01T12:00:00Z');
const at = (seconds: number) => () => new Date(noon + seconds * 1000);

const checkAt = (seconds: number, own = keys) =>
  new TokenCheck({ audience: 'payments', keys: own, now: at(seconds) });
const tokenOf = (options: Partial<ConstructorParameters<typeof CallerTokens>[0]> = {}) =>
  new CallerTokens({ caller: 'gateway', key, now: at(0), ...options }).tokenFor('payments');

describe('the token of a caller', () => {
  it('names the caller and the audience', async () => {
    const token = await tokenOf();
    await expect(checkAt(1).callerOf(`Bearer ${token}`)).resolves.toBe('gateway');
    expect(decodeJwt(token)).toEqual({
      iss: 'gateway',
      aud: 'payments',
      iat: noon / 1000,
      exp: noon / 1000 + 30,
    });
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'EdDSA', kid: 'g2' });
  });

  it('is reused for a few seconds per audience', async () => {
    let seconds = 0;
    const now = () => new Date(noon + seconds * 1000);
    const tokens = new CallerTokens({ caller: 'gateway', key, now });
    const first = await tokens.tokenFor('payments');
    seconds = 4;
    expect(await tokens.tokenFor('payments')).toBe(first);
    expect(decodeJwt(await tokens.tokenFor('baskets')).aud).toBe('baskets');
    seconds = 5;
    const next = await tokens.tokenFor('payments');
    expect(decodeJwt(next).exp).toBe(noon / 1000 + 35);
  });

  it('is made again when the clock of the caller was ahead and is right again', async () => {
    let seconds = 90;
    const now = () => new Date(noon + seconds * 1000);
    const tokens = new CallerTokens({ caller: 'gateway', key, now });
    const ofTheFuture = await tokens.tokenFor('payments');
    await expect(checkAt(0).callerOf(`Bearer ${ofTheFuture}`)).rejects.toThrow(TokenRefusedError);
    seconds = 1;
    const token = await tokens.tokenFor('payments');
    await expect(checkAt(1).callerOf(`Bearer ${token}`)).resolves.toBe('gateway');
  });

  it('is valid as long as its key is known, so that keys can be rotated', async () => {
    const before = await tokenOf({ key: { id: 'g1', key: gatewayBefore.privateKey } });
    await expect(checkAt(0).callerOf(`Bearer ${before}`)).resolves.toBe('gateway');
    const left = appBearerKeys({ gateway: new Map([['g2', gateway.publicKey]]) });
    await expect(checkAt(0, left).callerOf(`Bearer ${before}`)).rejects.toThrow(TokenRefusedError);
  });

  it('of another app does not pass for the own, though its key is known', async () => {
    const asGateway = await tokenOf({ key: { id: 's1', key: sca.privateKey } });
    await expect(checkAt(0).callerOf(`Bearer ${asGateway}`)).rejects.toThrow(TokenRefusedError);
    const asSca = await tokenOf({ caller: 'sca', key: { id: 's1', key: sca.privateKey } });
    await expect(checkAt(0).callerOf(`Bearer ${asSca}`)).resolves.toBe('sca');
  });
});

/** A token like that of a caller, except for one thing. */
function forged(change: {
  readonly issuer?: string;
  readonly audience?: string;
  readonly expiresIn?: number | null;
  readonly issuedIn?: number | null;
  readonly kid?: string;
  readonly alg?: string;
  readonly key?: KeyObject;
}): Promise<string> {
  const { issuer = 'gateway', audience = 'payments', kid = 'g2', alg = 'EdDSA' } = change;
  const { expiresIn = 30, issuedIn = 0, key = gateway.privateKey } = change;
  const token = new SignJWT().setProtectedHeader({ alg, kid });
  token.setIssuer(issuer).setAudience(audience);
  if (issuedIn !== null) token.setIssuedAt(noon / 1000 + issuedIn);
  if (expiresIn !== null) token.setExpirationTime(noon / 1000 + expiresIn);
  return token.sign(key);
}

/** The bytes of a public key, which everybody may know, as the secret of an HMAC. */
function publicAsSecret(): KeyObject {
  return createSecretKey(Buffer.from(gateway.publicKey.export({ type: 'spki', format: 'pem' })));
}

describe('TokenCheck', () => {
  it('accepts the forged token without a change, so that each change below is the reason', async () => {
    await expect(checkAt(0).callerOf(`Bearer ${await forged({})}`)).resolves.toBe('gateway');
  });

  it.each([
    ['for another service', { audience: 'baskets' }, 0],
    ['of an unknown app', { issuer: 'mallory' }, 0],
    ['that has expired', {}, 36],
    ['without an expiry', { expiresIn: null }, 0],
    ['without a time of issue', { issuedIn: null }, 0],
    ['with a longer lifetime than permitted', { expiresIn: 3600 }, 60],
    ['from the future', { issuedIn: 60, expiresIn: 90 }, 0],
    ['of another known app', { issuer: 'sca' }, 0],
    ['of an unknown key', { kid: 'g9' }, 0],
    ['of another key with a known id', { key: pairOf().privateKey }, 0],
    ['of another algorithm', { alg: 'HS256', key: createSecretKey(randomBytes(64)) }, 0],
    ['signed with the public key as a secret', { alg: 'HS256', key: publicAsSecret() }, 0],
  ])('rejects a token %s', async (_which, change, seconds) => {
    const token = await forged(change);
    await expect(checkAt(seconds).callerOf(`Bearer ${token}`)).rejects.toThrow(TokenRefusedError);
  });

  it('rejects an unsigned token', async () => {
    const token = new UnsecuredJWT({ iss: 'gateway', aud: 'payments' })
      .setIssuedAt(noon / 1000)
      .setExpirationTime(noon / 1000 + 30)
      .encode();
    await expect(checkAt(0).callerOf(`Bearer ${token}`)).rejects.toThrow(TokenRefusedError);
  });

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['a password', 'Basic Z2F0ZXdheTpzZWNyZXQ='],
    ['an empty token', 'Bearer '],
    ['an unreadable token', 'Bearer a.b.c'],
    ['a token with a suffix', 'Bearer a.b.c d'],
  ])('rejects %s', async (_what, authorization) => {
    await expect(checkAt(0).callerOf(authorization)).rejects.toThrow(TokenRefusedError);
  });

  it('rejects a token with a changed letter', async () => {
    const [head = '', body = '', signature = ''] = (await tokenOf()).split('.');
    const flipped = (text: string) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;
    const changed = [
      [flipped(head), body, signature],
      [head, flipped(body), signature],
      [head, body, flipped(signature)],
    ];
    for (const parts of changed) {
      const refused = checkAt(0).callerOf(`Bearer ${parts.join('.')}`);
      await expect(refused).rejects.toThrow(TokenRefusedError);
    }
  });

  it('remembers a verified token, but not after its expiry', async () => {
    let seconds = 0;
    const now = () => new Date(noon + seconds * 1000);
    const check = new TokenCheck({ audience: 'payments', keys, now });
    const header = `Bearer ${await tokenOf()}`;
    await check.callerOf(header);
    seconds = 29;
    await expect(check.callerOf(header)).resolves.toBe('gateway');
    seconds = 36;
    await expect(check.callerOf(header)).rejects.toThrow(TokenRefusedError);
  });
});
