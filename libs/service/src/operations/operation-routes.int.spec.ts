import { createSecretKey, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { operationTermsOf } from '@nordgate/contracts/profile';
import { InfrastructureError } from '@nordgate/event-store';
import { createLog, Health } from '@nordgate/telemetry';
import { SignJWT } from 'jose';
import { request } from 'undici';
import { startInternalServer } from '../host/internal-server.js';
import type { InternalServer } from '../host/internal-server.js';
import { CallerTokens, TokenCheck } from '../queries/http/tokens.js';
import { noTelemetry, testBearerKeys, testKeyOf } from '../testing/query-process.js';
import { OperationDenied, OperationError, SecondPersonNeeded } from './operation-errors.js';
import { OperationsDoor } from './operations.js';
import { OperatorPeople } from './people/operator-person.js';
import { certificateProof, personHeader } from './people/person-proofs.js';
import { testOperators } from '../testing/test-operators.js';
import type { TestOperators } from '../testing/test-operators.js';
import { OperatorTokens } from './tokens/operator-tokens.js';
import type { OperatorCall } from './tokens/operator-tokens.js';

const log = createLog({ app: 'test', level: 'silent' });
const pair = generateKeyPairSync('ed25519');
let door: OperationsDoor;
let server: InternalServer;
let operators: TestOperators;
beforeAll(async () => {
  operators = await testOperators();
});
beforeEach(async () => {
  door = new OperationsDoor({
    services: ['accounts'],
    keys: new Map([['k1', pair.publicKey]]),
    people: new OperatorPeople(operationTermsOf({}), { authorities: operators.authorities }),
    log,
  });
  server = await startInternalServer({
    ...{ host: '127.0.0.1', port: 0, health: new Health(), telemetry: noTelemetry, log },
    operations: door,
    service: {
      name: 'accounts',
      tokens: new TokenCheck({ audience: 'accounts', keys: testBearerKeys }),
      answer: () => Promise.resolve(null),
      log,
    },
  });
});
afterEach(() => server.stop());

const operations = '/internal/operations';
const sent = { method: 'POST', path: operations, body: '{"name":"Any"}' };

/** A token for this request, or for another one. */
const tokenFor = (other: Partial<OperatorCall> = {}, key: KeyObject = pair.privateKey) =>
  new OperatorTokens({ id: 'k1', key }).tokenFor({ service: 'accounts', ...sent, ...other });

async function send(
  token: string,
  { method, path, body }: Partial<typeof sent> = {},
  type = 'application/json',
  person?: string,
) {
  const { statusCode, body: answer } = await request(`${server.url}${path ?? operations}`, {
    method: method ?? 'POST',
    headers: {
      ...{ 'content-type': type, authorization: `Bearer ${token}` },
      ...(person !== undefined && { [personHeader]: person }),
    },
    body: body ?? sent.body,
  });
  return [statusCode, await answer.text()] as const;
}

async function post(body: unknown) {
  const text = JSON.stringify(body);
  return send(await tokenFor({ body: text }), { body: text });
}

const appToken = (audience: 'accounts') =>
  new CallerTokens({ caller: 'gateway', key: testKeyOf('gateway') }).tokenFor(audience);

describe('the operations of a process', () => {
  it('are carried out for a request with a valid token', async () => {
    door.open((body) => Promise.resolve({ done: body }));
    expect(await post({ name: 'Any' })).toEqual([200, '{"outcome":{"done":{"name":"Any"}}}']);
  });

  it('answer 400 with the reason when a request cannot be carried out', async () => {
    door.open(() => Promise.reject(new OperationError('until is in the past')));
    expect(await post({})).toEqual([400, '{"fault":"until is in the past"}']);
  });

  it('answer 503 until the service runs and while its database is unavailable', async () => {
    expect(await post({})).toEqual([503, '']);
    door.open(() => Promise.reject(new InfrastructureError('away')));
    expect(await post({})).toEqual([503, '']);
  });

  it('answer 500 without details after a bug', async () => {
    door.open(() => Promise.reject(new Error('secret')));
    expect(await post({})).toEqual([500, '']);
  });

  it('answer 401 to the tokens of apps and to tokens for other requests', async () => {
    let done = 0;
    door.open(() => Promise.resolve((done += 1)));
    const strange = generateKeyPairSync('ed25519').privateKey;
    const secret = createSecretKey(
      Buffer.from(pair.publicKey.export({ type: 'spki', format: 'pem' })),
    );
    const withSecret = new SignJWT({ htm: 'POST', path: operations, bodyHash: 'x' })
      .setProtectedHeader({ alg: 'HS256', kid: 'k1', typ: 'operation+jwt' })
      .setIssuer('operator')
      .setAudience('operations/accounts')
      .setJti('b0f1a6de-4a1c-4a0c-9a55-0f35c2a1de01')
      .setIssuedAt()
      .setExpirationTime('30s')
      .sign(secret);
    for (const token of [
      await appToken('accounts'),
      await tokenFor({ service: 'payments' }),
      await tokenFor({}, strange),
      await tokenFor({ method: 'PUT' }),
      await tokenFor({ path: `${operations}?a` }),
      await tokenFor({ body: '{}' }),
      await withSecret,
      'none',
    ]) {
      expect(await send(token)).toEqual([401, '']);
    }
    expect(done).toBe(0);
  });

  it('carry out a request once, also when it arrives several times at once', async () => {
    let done = 0;
    door.open(() => Promise.resolve((done += 1)));
    const token = await tokenFor();
    const answers = await Promise.all([1, 2, 3].map(() => send(token)));
    expect(answers.map(([status]) => status).sort()).toEqual([200, 401, 401]);
    expect(await send(token)).toEqual([401, '']);
    expect(done).toBe(1);
  });

  it('do not wait for the body of a request whose token was used', async () => {
    door.open(() => Promise.resolve('done'));
    const token = await tokenFor();
    expect((await send(token))[0]).toBe(200);
    const headers = { authorization: `Bearer ${token}`, 'content-length': '1000' };
    const begun = httpRequest(`${server.url}${operations}`, { method: 'POST', headers });
    begun.flushHeaders();
    const [answer] = (await once(begun, 'response')) as [IncomingMessage];
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    begun.destroy();
  });

  it.each([
    ['another path', { path: `${operations}?a` }],
    ['another body', { body: '{"name":"Other"}' }],
  ])('answer 401 to a token that came with %s', async (_which, other) => {
    door.open(() => Promise.resolve('done'));
    expect(await send(await tokenFor(), other)).toEqual([401, '']);
  });

  it.each([
    ['a body that is no JSON', '{', 'application/json', 400],
    ['no body', '', 'application/json', 400],
    ['a body that changes every object', '{"__proto__":{}}', 'application/json', 400],
    ['a body of another type', '{}', 'text/plain', 415],
    ['a body of more than 1 MiB', `"${'x'.repeat(1024 * 1024)}"`, 'application/json', 413],
  ])('answer without a fault of theirs to %s', async (_what, body, type, status) => {
    door.open(() => Promise.resolve('done'));
    expect((await send(await tokenFor({ body }), { body }, type))[0]).toBe(status);
  });

  it('accept the bytes of a body, whatever its spaces and letters', async () => {
    door.open((body) => Promise.resolve(body));
    const body = '{ "name" :\n"Blåbær" }';
    expect(await send(await tokenFor({ body }), { body })).toEqual([
      200,
      '{"outcome":{"name":"Blåbær"}}',
    ]);
  });

  describe('for a person', () => {
    const proof = (name: string, body = sent.body) =>
      certificateProof(operators.person(name), { service: 'accounts', body });
    const personOf = async (name: string, as?: string) => {
      const person = await proof(name);
      return send(await tokenFor({ person, as }), {}, undefined, person);
    };

    it('tell the service who it is, and the name of --as', async () => {
      door.open((_body, { person, as }) => Promise.resolve([person, as]));
      const kari = { by: 'certificate', issuer: 'CN=Operators', id: 'kari', name: 'kari' };
      const known = { ...kari, roles: ['operator'] };
      expect(await personOf('kari', 'ola')).toEqual([
        200,
        JSON.stringify({ outcome: [known, 'ola'] }),
      ]);
    });

    it('tell the service that nobody is verified, and go on', async () => {
      door.open((_body, { person }) => Promise.resolve(person));
      const person = await proof('kari', '{}');
      for (const one of [undefined, 'x', person]) {
        const token = await tokenFor({ person: one });
        const [status, text] = await send(token, {}, undefined, one);
        expect(status).toBe(200);
        expect(text).toContain('unverified');
      }
    });

    it('answer 401 when the proof is not the one that the token covers', async () => {
      door.open(() => Promise.resolve('done'));
      const [kari, ola] = [await proof('kari'), await proof('ola')];
      expect(await send(await tokenFor({ person: kari }), {}, undefined, ola)).toEqual([401, '']);
      expect(await send(await tokenFor({ person: kari }))).toEqual([401, '']);
      expect(await send(await tokenFor(), {}, undefined, kari)).toEqual([401, '']);
    });

    it('answer 403 with the reason when the person may not', async () => {
      door.open(() => Promise.reject(new OperationDenied('no role')));
      expect(await personOf('kari')).toEqual([403, '{"fault":"no role"}']);
    });

    it('answer 202 when a second person has to confirm', async () => {
      const pending = { operation: 'x', until: '2030-03-01T09:05:00.000Z' };
      door.open(() => Promise.reject(new SecondPersonNeeded(pending)));
      expect(await personOf('kari')).toEqual([202, JSON.stringify({ pending })]);
    });
  });

  it('do not let the operator send queries', async () => {
    const path = '/internal/queries';
    expect(await send(await tokenFor({ path, body: '[]' }), { path, body: '[]' })).toEqual([
      401,
      '',
    ]);
  });
});
