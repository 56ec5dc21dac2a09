import { createSecretKey, randomBytes } from 'node:crypto';
import { InfrastructureError } from '@nordgate/event-store';
import { createLog, Health } from '@nordgate/telemetry';
import { request } from 'undici';
import { startInternalServer } from '../host/internal-server.js';
import type { InternalServer } from '../host/internal-server.js';
import { currentKeyOf } from '@nordgate/contracts/rules';
import type { KeySet } from '@nordgate/contracts/rules';
import { CallerTokens, TokenCheck } from '../queries/http/tokens.js';
import { noTelemetry, testBearerKeys, testKeyOf } from '../testing/query-process.js';
import { OperationError, OperationsDoor } from './operations.js';

const log = createLog({ app: 'test', level: 'silent' });
const keySet = (): KeySet => ({
  current: 'k1',
  keys: { k1: createSecretKey(randomBytes(32)) },
});
const keys = keySet();
let door: OperationsDoor;
let server: InternalServer;
beforeEach(async () => {
  door = new OperationsDoor(keys, log);
  server = await startInternalServer({
    ...{ host: '127.0.0.1', port: 0, health: new Health(), telemetry: noTelemetry },
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

type Bearer = ConstructorParameters<typeof CallerTokens>[0]['caller'];
type Audience = Parameters<CallerTokens['tokenFor']>[0];
const tokenOf = (caller: Bearer, audience: Audience, by = keys) => {
  const key = caller === 'operator' ? currentKeyOf(by) : testKeyOf(caller);
  return new CallerTokens({ caller, key }).tokenFor(audience);
};

async function post(path: string, body: unknown, token?: string) {
  const bearer = token ?? (await tokenOf('operator', 'operations'));
  const { statusCode, body: answer } = await request(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: JSON.stringify(body),
  });
  return [statusCode, await answer.text()] as const;
}
const operations = '/internal/operations';

describe('the operations of a process', () => {
  it('are carried out for a request with a valid token', async () => {
    door.open((body) => Promise.resolve({ done: body }));
    expect(await post(operations, { name: 'Any' })).toEqual([
      200,
      '{"outcome":{"done":{"name":"Any"}}}',
    ]);
  });

  it('answer 400 with the reason when a request cannot be carried out', async () => {
    door.open(() => Promise.reject(new OperationError('until is in the past')));
    expect(await post(operations, {})).toEqual([400, '{"fault":"until is in the past"}']);
  });

  it('answer 503 until the service runs and while its database is unavailable', async () => {
    expect(await post(operations, {})).toEqual([503, '']);
    door.open(() => Promise.reject(new InfrastructureError('away')));
    expect(await post(operations, {})).toEqual([503, '']);
  });

  it('answer 500 without details after a bug', async () => {
    door.open(() => Promise.reject(new Error('secret')));
    expect(await post(operations, {})).toEqual([500, '']);
  });

  it('answer 401 to the tokens of apps and to tokens for queries', async () => {
    let done = 0;
    door.open(() => Promise.resolve((done += 1)));
    for (const token of [
      await tokenOf('gateway', 'operations'),
      await tokenOf('operator', 'accounts'),
      await tokenOf('gateway', 'accounts'),
      await tokenOf('operator', 'operations', keySet()),
      'none',
    ]) {
      expect(await post(operations, {}, token)).toEqual([401, '']);
    }
    expect(done).toBe(0);
  });

  it('do not let the operator send queries', async () => {
    for (const audience of ['operations', 'accounts'] as const) {
      const token = await tokenOf('operator', audience);
      expect(await post('/internal/queries', [], token)).toEqual([401, '']);
    }
  });
});
