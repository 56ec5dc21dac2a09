import { createHash, createSecretKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose';
import type { JWTPayload } from 'jose';
import { TokenRefusedError } from '../../queries/http/tokens.js';
import { ServiceUnavailableError } from '../../queries/query-client.js';
import { OperatorTokenCheck, SpentTokens, spentMax } from './operator-token-check.js';
import { OperatorTokens } from './operator-tokens.js';

const pairOf = () => generateKeyPairSync('ed25519');
const [present, before, strange] = [pairOf(), pairOf(), pairOf()];
const keys = new Map([
  ['present', present.publicKey],
  ['before', before.publicKey],
]);
const noon = Date.parse('2026-03-01T12:00:00Z');
const at = (seconds: number) => () => new Date(noon + seconds * 1000);

const body = '{"name":"ListProjections","service":"payments"}';
const sent = { method: 'POST', path: '/internal/operations', body };
const request = { ...sent, service: 'payments' } as const;
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

interface Received {
  readonly token: string | undefined;
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
}

const headOf = (token: string) => ({
  ...{ authorization: `Bearer ${token}`, method: sent.method, path: sent.path },
  person: undefined,
});

/** What a service does with a request of the operator: the service that it is for, or an error. */
async function receive(check: OperatorTokenCheck, received: Received): Promise<string> {
  const { token, method = sent.method, path = sent.path, body: content = body } = received;
  const authorization = token === undefined ? undefined : `Bearer ${token}`;
  const permitted = await check.permitted({ authorization, method, path, person: undefined });
  check.spend(permitted, Buffer.from(content));
  return permitted.service;
}

const checkAt = (seconds: number, services: readonly string[] = ['payments']) =>
  new OperatorTokenCheck({ services, keys, now: at(seconds) });
const tokenBy = (id: string, key: KeyObject) =>
  new OperatorTokens({ id, key }, at(0)).tokenFor(request);
const aToken = () => tokenBy('present', present.privateKey);

const claims = {
  iss: 'operator',
  aud: 'operations/payments',
  iat: noon / 1000,
  exp: noon / 1000 + 60,
  jti: 'b0f1a6de-4a1c-4a0c-9a55-0f35c2a1de01',
  htm: 'POST',
  path: '/internal/operations',
  bodyHash: hashOf(body),
};
const header = { alg: 'EdDSA', kid: 'present', typ: 'operation+jwt' };
type Claims = { readonly [Name in keyof typeof claims]?: unknown };
type Header = { readonly [Name in keyof typeof header]?: string | undefined };

/** A token like that of the operator, except for what is given. */
function forged(
  change: Claims,
  head: Header = {},
  key: KeyObject = present.privateKey,
): Promise<string> {
  const merged = JSON.parse(JSON.stringify({ ...claims, ...change })) as JWTPayload;
  const protectedHeader = JSON.parse(JSON.stringify({ ...header, ...head })) as typeof header;
  return new SignJWT(merged).setProtectedHeader(protectedHeader).sign(key);
}

describe('the token of the operator', () => {
  it('is for one request to one service, for a minute', async () => {
    const token = await aToken();
    const { jti, ...others } = decodeJwt(token);
    expect(others).toEqual({ ...claims, jti: undefined });
    expect(jti).toMatch(/^[0-9a-f-]{36}$/);
    expect(decodeProtectedHeader(token)).toEqual(header);
    expect(decodeJwt(await aToken()).jti).not.toBe(jti);
    expect(await receive(checkAt(1), { token })).toBe('payments');
  });

  it('is accepted with either of two keys, so that a key can be exchanged', async () => {
    const check = checkAt(0);
    for (const token of [await aToken(), await tokenBy('before', before.privateKey)]) {
      expect(await receive(check, { token })).toBe('payments');
    }
  });

  it('names its service to a door of several services', async () => {
    const check = checkAt(0, ['accounts', 'payments']);
    expect(await receive(check, { token: await aToken() })).toBe('payments');
  });
});

/** The bytes of a public key, which everybody may know, as the secret of an HMAC. */
const publicAsSecret = (format: 'pem' | 'der') =>
  createSecretKey(Buffer.from(present.publicKey.export({ type: 'spki', format: format as 'pem' })));

const withoutEach = Object.keys(claims).map(
  (name) => [`without the claim ${name}`, { [name]: undefined }] as const,
);
const otherTypes = Object.keys(claims).flatMap((name) =>
  [true, {}, ['operations/payments', 'POST'], ''].map(
    (value) => [`whose claim ${name} is ${JSON.stringify(value)}`, { [name]: value }] as const,
  ),
);
const otherValues: readonly (readonly [string, Claims])[] = [
  ['of another issuer', { iss: 'gateway' }],
  ['for the queries of the service', { aud: 'payments' }],
  ['for operations of any service', { aud: 'operations' }],
  ...['baskets', 'sca', 'accounts', 'batch', 'payments/'].map(
    (name) => [`for the operations of ${name}`, { aud: `operations/${name}` }] as const,
  ),
  ['for two services', { aud: ['operations/payments', 'operations/accounts'] }],
  ['issued 31 s in the future', { iat: claims.iat + 31, exp: claims.iat + 60 }],
  ['valid for 61 s', { exp: claims.iat + 61 }],
  ['that expires before it was issued', { iat: claims.iat + 20, exp: claims.iat + 10 }],
  ['that has expired', { iat: claims.iat - 60, exp: claims.iat }],
  ['that is not valid yet', { nbf: claims.iat + 60 } as Claims],
  ['whose id is short', { jti: 'a'.repeat(15) }],
  ['whose id is long', { jti: 'a'.repeat(65) }],
  ['for another method', { htm: 'GET' }],
  ['for another path', { path: '/internal/queries' }],
  ['for another query', { path: '/internal/operations?dry' }],
  ['for another body', { bodyHash: hashOf(`${body} `) }],
];

describe('a service', () => {
  it('accepts the forged token without a change, so that each change below is the reason', async () => {
    expect(await receive(checkAt(0), { token: await forged({}) })).toBe('payments');
  });

  it.each([...withoutEach, ...otherTypes, ...otherValues])(
    'refuses a token of the operator %s',
    async (_which, change) => {
      const token = await forged(change);
      await expect(receive(checkAt(0), { token })).rejects.toThrow(TokenRefusedError);
    },
  );

  it.each([
    ['an unknown key', { kid: 'strange' }, strange.privateKey],
    ['an unknown key under a known id', {}, strange.privateKey],
    ['a known key under the id of the other one', { kid: 'before' }, present.privateKey],
    ['no id of a key', { kid: undefined }, present.privateKey],
    ['a word of every object as the id of a key', { kid: 'constructor' }, present.privateKey],
    ['HS256 and the PEM of the public key', { alg: 'HS256' }, publicAsSecret('pem')],
    ['HS256 and the bytes of the public key', { alg: 'HS256' }, publicAsSecret('der')],
    ['HS256 and a secret', { alg: 'HS256' }, createSecretKey(randomBytes(32))],
    ['ES256', { alg: 'ES256' }, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey],
    ['RS256', { alg: 'RS256' }, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey],
    ['the type of another token', { typ: 'JWT' }, present.privateKey],
    ['no type', { typ: undefined }, present.privateKey],
  ])('refuses a token with %s', async (_which, head, key) => {
    const token = await forged({}, head, key);
    await expect(receive(checkAt(0), { token })).rejects.toThrow(TokenRefusedError);
  });

  it('refuses a token with the algorithm none', async () => {
    const unsigned = new UnsecuredJWT(claims).encode();
    const withHeader = [
      Buffer.from(JSON.stringify({ ...header, alg: 'none' })).toString('base64url'),
      unsigned.split('.')[1],
      '',
    ].join('.');
    for (const token of [unsigned, withHeader]) {
      await expect(receive(checkAt(0), { token })).rejects.toThrow(TokenRefusedError);
    }
  });

  it.each([
    ['no header', undefined],
    ['an empty token', ''],
    ['no JWS', 'a.b.c'],
    ['a second word', 'a b'],
  ])('refuses %s in place of a token', async (_what, token) => {
    await expect(receive(checkAt(0), { token })).rejects.toThrow(TokenRefusedError);
  });

  it.each([
    ['method', { method: 'PUT' }],
    ['path', { path: '/internal/operations/' }],
    ['query', { path: '/internal/operations?a=1' }],
    ['body', { body: body.replace('payments', 'accounts') }],
    ['empty body', { body: '' }],
  ])('refuses a good token with another %s', async (_which, other) => {
    const received = { token: await aToken(), ...other };
    await expect(receive(checkAt(0), received)).rejects.toThrow(TokenRefusedError);
  });

  it('accepts a token whose clock is 30 s ahead, and refuses it at 31 s', async () => {
    expect(await receive(checkAt(-30), { token: await aToken() })).toBe('payments');
    await expect(receive(checkAt(-31), { token: await aToken() })).rejects.toThrow(
      TokenRefusedError,
    );
  });

  it('accepts a token in its 59th second, and refuses it in its 60th', async () => {
    expect(await receive(checkAt(59), { token: await aToken() })).toBe('payments');
    await expect(receive(checkAt(60), { token: await aToken() })).rejects.toThrow(
      TokenRefusedError,
    );
  });

  it('refuses a token that it has seen, for as long as the token is valid', async () => {
    let seconds = -30;
    const now = () => new Date(noon + seconds * 1000);
    const check = new OperatorTokenCheck({ services: ['payments'], keys, now });
    const token = await aToken();
    await receive(check, { token });
    for (seconds = -30; seconds <= 61; seconds += 1) {
      await expect(receive(check, { token })).rejects.toThrow(TokenRefusedError);
    }
  });

  it('carries out one of two equal requests that arrive together', async () => {
    const check = checkAt(0);
    const token = await aToken();
    const head = headOf(token);
    const [first, second] = [await check.permitted(head), await check.permitted(head)];
    check.spend(first, Buffer.from(body));
    expect(() => check.spend(second, Buffer.from(body))).toThrow(TokenRefusedError);
  });

  it('refuses a used token before it has the body', async () => {
    const check = checkAt(0);
    const token = await aToken();
    await receive(check, { token });
    const head = headOf(token);
    await expect(check.permitted(head)).rejects.toThrow(TokenRefusedError);
  });

  it('refuses a body that arrives when the token has expired', async () => {
    let seconds = 59;
    const now = () => new Date(noon + seconds * 1000);
    const check = new OperatorTokenCheck({ services: ['payments'], keys, now });
    const head = headOf(await aToken());
    const permitted = await check.permitted(head);
    seconds = 60;
    expect(() => check.spend(permitted, Buffer.from(body))).toThrow(TokenRefusedError);
  });

  it('remembers a used token until it expires', async () => {
    const head = headOf(await aToken());
    expect((await checkAt(0).permitted(head)).untilMs).toBe(noon + 60_000);
  });

  it('does not count a token as seen that came with another body', async () => {
    const check = checkAt(0);
    const token = await aToken();
    await expect(receive(check, { token, body: '{}' })).rejects.toThrow(TokenRefusedError);
    expect(await receive(check, { token })).toBe('payments');
  });

  it('refuses a token whose key is withdrawn', async () => {
    const live = new Map(keys);
    const check = new OperatorTokenCheck({ services: ['payments'], keys: live, now: at(0) });
    const token = await tokenBy('before', before.privateKey);
    live.delete('before');
    await expect(receive(check, { token })).rejects.toThrow(TokenRefusedError);
  });
});

describe('the ids of seen tokens', () => {
  it('are bounded: more within a minute are unavailable, and none is forgotten', () => {
    const spent = new SpentTokens();
    for (let seq = 0; seq < spentMax; seq += 1)
      spent.add(`token-${String(seq)}`, noon + 60_000, noon);
    expect(spent.size).toBe(spentMax);
    expect(() => spent.add('one-more', noon + 60_000, noon)).toThrow(ServiceUnavailableError);
    expect(spent.has('token-0')).toBe(true);
    expect(spent.add('one-more', noon + 120_000, noon + 60_000)).toBe(true);
    expect([spent.size, spent.has('token-0')]).toEqual([1, false]);
  });

  it('are taken once', () => {
    const spent = new SpentTokens();
    expect(spent.add('a', noon + 1000, noon)).toBe(true);
    expect(spent.add('a', noon + 1000, noon)).toBe(false);
  });
});
