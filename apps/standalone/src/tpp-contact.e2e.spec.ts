import { randomUUID } from 'node:crypto';
import { startFakeRegister } from '@nordgate/service/testing';
import type { FakeRegister } from '@nordgate/service/testing';
import { codesOf, jsonWith } from '@nordgate/testing';
import type { TppAnswer, TppClient } from '@nordgate/tpp-client';
import { registerOf } from './testing/production-neighbours.js';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const path = '/v1/tpp/contact';
const email = 'psd2-operations@tpp.example';

let tpps: FakeRegister;
let test: TestBank;
let tpp: TppClient;
let other: TppClient;
beforeAll(async () => {
  tpps = await startFakeRegister();
  tpps.entries = registerOf(['PSDNO-FSA-830000001', 'PSDNO-FSA-830000002']);
  test = await startTestBank({ registerUrl: tpps.url });
  tpp = await test.newTpp('PSDNO-FSA-830000001', ['PSP_IC']);
  other = await test.newTpp('PSDNO-FSA-830000002');
});
afterAll(async () => {
  await test.stop();
  await tpps.stop();
});
afterEach(() => tpp.call({ method: 'DELETE', path }));

const register = (body: object, headers: Record<string, string> = {}, by = tpp) =>
  by.call({ method: 'PUT', path, body, headers });
const read = (by = tpp) => by.call({ method: 'GET', path });
const seen = (answer: TppAnswer) => [answer.status, ...codesOf(answer)];
const emailOf = (answer: TppAnswer) => jsonWith<{ email: string }>(answer, 200).email;

describe('the contact address of a TPP (specification section 1)', () => {
  it('is registered by a TPP of any role, read, replaced and removed', async () => {
    expect(seen(await read())).toEqual([404, 'RESOURCE_UNKNOWN']);
    expect(emailOf(await register({ email }))).toBe(email);
    const found = await read();
    expect(emailOf(found)).toBe(email);
    expect(found.json).toMatchObject({
      registeredAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
    expect(emailOf(await register({ email: 'support@tpp.example' }))).toBe('support@tpp.example');
    expect(emailOf(await read())).toBe('support@tpp.example');
    expect((await tpp.call({ method: 'DELETE', path })).status).toBe(204);
    expect(seen(await read())).toEqual([404, 'RESOURCE_UNKNOWN']);
    expect((await tpp.call({ method: 'DELETE', path })).status).toBe(204);
  });

  it('is not for a TPP that the service of the register does not have', async () => {
    const stranger = await test.newTpp('PSDNO-FSA-830000003');
    expect(seen(await register({ email }, {}, stranger))).toEqual([403, 'FORBIDDEN']);
  });

  it('belongs to one TPP', async () => {
    await register({ email });
    expect(seen(await read(other))).toEqual([404, 'RESOURCE_UNKNOWN']);
  });

  it('takes the same request twice as one, and refuses it with another address', async () => {
    const headers = { 'x-request-id': randomUUID() };
    const first = await register({ email }, headers);
    expect((await register({ email }, headers)).json).toEqual(first.json);
    const changed = await register({ email: 'support@tpp.example' }, headers);
    expect(seen(changed)).toEqual([409, 'CONFLICT']);
    expect(emailOf(await read())).toBe(email);
  });

  it('is gone after a reset of the sandbox', async () => {
    await register({ email });
    jsonWith(await tpp.call({ method: 'POST', path: '/v1/sandbox/initialize' }), 200);
    expect(seen(await read())).toEqual([404, 'RESOURCE_UNKNOWN']);
  });

  it.each<[string, object]>([
    ['without an address', {}],
    ['with a number', { email: 1 }],
    ['with no address', { email: 'support' }],
    ['with an address of a person', { email: 'kari.nordmann@tpp.example' }],
    ['with a role and a person', { email: 'support+kari@tpp.example' }],
    ['with an address at a free-mail domain', { email: 'support@gmail.com' }],
    ['with an address below a free-mail domain', { email: 'support@mail.Gmail.com' }],
    ['with a member that is unknown', { email, name: 'Kari' }],
  ])('is refused %s', async (_what, body) => {
    expect(seen(await register(body))).toEqual([400, 'FORMAT_ERROR']);
    expect(seen(await read())).toEqual([404, 'RESOURCE_UNKNOWN']);
  });
});
