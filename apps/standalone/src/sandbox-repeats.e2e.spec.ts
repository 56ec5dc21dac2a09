import { randomUUID } from 'node:crypto';
import { codesOf, setUpSandbox } from '@nordgate/testing';
import {
  bodyOf,
  creatingOperations,
  locationOf,
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

  it.each(creatingOperations)(
    'names where its resource is read: %s',
    async (name, { responses }) => {
      const [method, described = ''] = name.split(' ') as [Method, string];
      expect(responses[201]?.headers ?? responses[202]?.headers).toHaveProperty('Location');
      const answer = await send(method, (await madePath(send, described)).path, bodyOf(name));
      const location = locationOf(answer);
      expect(location).toMatch(/^\/v1\/sandbox\//);
      expect((await send('GET', location)).status).toBe(200);
    },
  );
});
