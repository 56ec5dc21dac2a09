import { generateKeyPairSync } from 'node:crypto';
import { operationTermsOf } from '@nordgate/contracts/profile';
import { EventStore } from '@nordgate/event-store';
import { createLog, Health } from '@nordgate/telemetry';
import { request } from 'undici';
import { startInternalServer } from '../../host/internal-server.js';
import type { InternalServer } from '../../host/internal-server.js';
import { TokenCheck } from '../../queries/http/tokens.js';
import { noTelemetry, testBearerKeys } from '../../testing/query-process.js';
import { testOperators } from '../../testing/test-operators.js';
import type { TestOperators } from '../../testing/test-operators.js';
import { testPlatform } from '../../testing/test-platform.js';
import type { TestPlatform } from '../../testing/test-platform.js';
import { DiskGrowth } from '../disk-growth.js';
import { OperationsDoor } from '../operations.js';
import { OperatorPeople } from '../people/operator-person.js';
import { certificateProof, personHeader } from '../people/person-proofs.js';
import { serviceOperations } from '../service-operations.js';
import { OperatorTokens } from '../tokens/operator-tokens.js';
import { operationStream } from './operation-stream.js';

/** Two instances of one service, each with its memory, on one database. */
const log = createLog({ app: 'test', level: 'silent' });
const pair = generateKeyPairSync('ed25519');
let platform: TestPlatform;
let operators: TestOperators;
let servers: InternalServer[] = [];
let done: string[];

beforeAll(async () => {
  [platform, operators] = await Promise.all([testPlatform(['payments']), testOperators()]);
});
afterAll(() => platform.close());
beforeEach(async () => {
  done = [];
  servers = await Promise.all([instance('first'), instance('second')]);
});
afterEach(() => Promise.all(servers.map((server) => server.stop())));

function instance(name: string, secondPerson: readonly 'stop'[] = []): Promise<InternalServer> {
  const database = platform.look('payments');
  const { health } = platform;
  const terms = { ...operationTermsOf({}), secondPerson };
  const door = new OperationsDoor({
    ...{ services: ['payments'], keys: new Map([['k1', pair.publicKey]]), log },
    people: new OperatorPeople(terms, { authorities: operators.authorities }),
  });
  const operate = serviceOperations({
    ...{ name: 'payments', streams: [operationStream], projections: [], log, health },
    ...{ store: new EventStore(database, [operationStream]), disk: new DiskGrowth() },
    strategy: { handlingOf: () => undefined, groups: [] },
    erasing: { execute: () => Promise.resolve(), momentOf: () => Promise.resolve({ at: 'now' }) },
    own: () => Promise.resolve(done.push(name)),
  });
  door.open((body, origin) => operate(body, origin));
  return startInternalServer({
    ...{ host: '127.0.0.1', port: 0, health: new Health(), telemetry: noTelemetry, log },
    operations: door,
    service: {
      ...{ name: 'payments', answer: () => Promise.resolve(null), log },
      tokens: new TokenCheck({ audience: 'payments', keys: testBearerKeys }),
    },
  });
}

const path = '/internal/operations';
type Copied = (server: InternalServer | undefined) => Promise<number>;

/** One signed request, which can be sent to any instance and more than once. */
async function signed(sent: unknown, by: 'kari' | 'nobody' = 'kari'): Promise<Copied> {
  const body = JSON.stringify(sent);
  const service = 'payments';
  const proof = () => certificateProof(operators.person(by), { service, body });
  const person = by === 'nobody' ? undefined : await proof();
  const tokens = new OperatorTokens({ id: 'k1', key: pair.privateKey });
  const token = await tokens.tokenFor({ service, method: 'POST', path, body, person });
  const headers = {
    ...{ 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(person !== undefined && { [personHeader]: person }),
  };
  return async (server) => {
    const answer = await request(`${String(server?.url)}${path}`, {
      ...{ method: 'POST', headers, body },
    });
    await answer.body.dump();
    return answer.statusCode;
  };
}

const release = { name: 'ReleaseTpp', id: '6e7a4c7e', tppId: 'PSDNO-FSA-1', reason: 'paid' };
const stop = { ...release, name: 'StopTpp' };
const operation = '9c4f6c0e-0a3c-4f0e-8d5b-1f2d3c4b5a69';
const confirmation = { name: 'ConfirmOperation', service: 'payments', operation, reason: 'seen' };

describe('a token of the operator that one instance has used', () => {
  it('is refused by the other instance, which does nothing', async () => {
    const send = await signed(release);
    expect(await send(servers[0])).toBe(200);
    expect(await send(servers[1])).toBe(401);
    expect(done).toEqual(['first']);
  });

  it('is refused by an instance that has started since then', async () => {
    const send = await signed(release);
    expect(await send(servers[0])).toBe(200);
    const restarted = await instance('restarted');
    servers.push(restarted);
    expect(await send(restarted)).toBe(401);
    expect(done).toEqual(['first']);
  });

  it('is accepted by one of them when it arrives at both at once, again and again', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const send = await signed(release);
      const answers = await Promise.all(servers.map((server) => send(server)));
      expect(answers.sort()).toEqual([200, 401]);
      expect(done).toHaveLength(round);
    }
  });

  it.each([
    ['nobody is verified', release, 'nobody'],
    ['nothing waits for a confirmation', confirmation, 'kari'],
  ] as const)(
    'is refused by the other one also when the operation was refused: %s',
    async (_why, sent, by) => {
      const send = await signed(sent, by);
      expect(await send(servers[0])).toBe(403);
      expect(await send(servers[1])).toBe(401);
      expect(done).toEqual([]);
    },
  );

  it('is refused by the other one when the operation waits for a second person', async () => {
    const waiting = await Promise.all([instance('third', ['stop']), instance('fourth', ['stop'])]);
    servers.push(...waiting);
    const send = await signed(stop);
    expect(await send(waiting[0])).toBe(202);
    expect(await send(waiting[1])).toBe(401);
    expect(done).toEqual([]);
  });
});
