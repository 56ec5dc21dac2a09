import { randomUUID } from 'node:crypto';
import { codesOf, setUpSandbox } from '@nordgate/testing';
import {
  bodyOf,
  creatingOperations,
  declaresLocation,
  madePath,
  otherBodyOf,
  sandboxOperations,
  seenIn,
  sendAs,
} from './testing/sandbox-operations.js';
import type { Method, Send } from './testing/sandbox-operations.js';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

let test: TestBank;
let send: Send;
beforeAll(async () => {
  test = await startTestBank();
  await setUpSandbox(test.world());
  send = sendAs(await test.newTpp('PSDNO-FSA-860000001', ['PSP_AI']));
});
afterAll(() => test.stop());

describe('an operation of the sandbox', () => {
  it.each(sandboxOperations)(
    'is answered again as at first, and with CONFLICT for another content: %s',
    async (name) => {
      const [method, described = ''] = name.split(' ') as [Method, string];
      const { path } = await madePath(send, described);
      const once = { 'x-request-id': randomUUID() };
      const body = bodyOf(name);
      const first = await send(method, path, body, once);
      expect([200, 201, 202, 204]).toContain(first.status);
      expect(seenIn(await send(method, path, body, once))).toEqual(seenIn(first));
      if (body === undefined) return;
      const other = await send(method, path, otherBodyOf(body), once);
      expect([other.status, ...codesOf(other)]).toEqual([409, 'CONFLICT']);
    },
  );

  it.each(sandboxOperations)(
    'has a Location that answers 200 to GET exactly where the description declares one: %s',
    async (name, operation) => {
      const [method, described = ''] = name.split(' ') as [Method, string];
      const answer = await send(method, (await madePath(send, described)).path, bodyOf(name));
      const location = answer.headers['location'];
      if (!declaresLocation(operation, answer.status)) return expect(location).toBeUndefined();
      expect(location).toMatch(/^\/v1\/sandbox\//);
      expect((await send('GET', String(location))).status).toBe(200);
    },
  );

  it('declares a Location where it makes a resource, and where a change moves one', () => {
    const declaring = sandboxOperations.flatMap(([name, operation]) =>
      Object.keys(operation.responses).some((status) => declaresLocation(operation, status))
        ? [name]
        : [],
    );
    const creating = creatingOperations.map(([name]) => name);
    expect(declaring.filter((name) => name.startsWith('POST '))).toEqual(creating);
    expect(declaring.filter((name) => !creating.includes(name))).toEqual([
      'PUT /v1/sandbox/accounts/{account-id}/transactions/{transaction-id}',
      'PUT /v1/sandbox/card-accounts/{card-account-id}/transactions/{transaction-id}',
    ]);
  });
});
