import { once } from 'node:events';
import { connect } from 'node:net';
import { createLog, Health } from '@nordgate/telemetry';
import { request } from 'undici';
import type { Dispatcher } from 'undici';
import { InfrastructureError } from '@nordgate/event-store';
import { answering } from '../testing/queries-contract.js';
import { startQueryProcess, testKeyOf } from '../testing/query-process.js';
import type { QueryProcess } from '../testing/query-process.js';
import { CallerTokens } from '../queries/http/tokens.js';

const lines: string[] = [];
const log = createLog({
  app: 'test',
  level: 'info',
  destination: { write: (line) => void lines.push(line) },
});
const health = new Health();
let answer: () => unknown = () => ({ is: 'good' });
const service = answering(() => answer());
let process: QueryProcess;

beforeAll(async () => {
  process = await startQueryProcess('payments', service.bus, { log, health });
});
afterAll(() => process.close());
beforeEach(() => {
  answer = () => ({ is: 'good' });
  lines.splice(0);
  service.asked.splice(0);
});

const tokens = new CallerTokens({ caller: 'gateway', key: testKeyOf('gateway') });
const json = 'application/json; charset=utf-8';
const query = { tpp: 'tpp-1', paymentId: 'p-1' };
const message = { name: 'GetPayment', query, trace: {} };
const messages = JSON.stringify([message]);

/** The outcome of one query. */
async function ask(name: string, query: unknown) {
  const { status, body } = await post(JSON.stringify([{ name, query, trace: {} }]));
  const outcomes = status === 200 ? (JSON.parse(body) as unknown[]) : undefined;
  return outcomes?.length === 1 ? outcomes[0] : { status, body };
}

async function post(
  body: string,
  headers: Record<string, string> = {},
): Promise<{ readonly status: number; readonly body: string; readonly type: unknown }> {
  const answered: Dispatcher.ResponseData = await request(
    `${process.server.url}/internal/queries`,
    {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await tokens.tokenFor('payments')}`,
        ...headers,
      },
    },
  );
  const text = await answered.body.text();
  return { status: answered.statusCode, body: text, type: answered.headers['content-type'] };
}

const get = async (path: string) => {
  const answered = await request(process.server.url + path);
  return { status: answered.statusCode, body: await answered.body.text() };
};

describe('the internal server', () => {
  it('answers a query as JSON', async () => {
    const answered = await post(messages);
    const body = '[{"status":200,"answer":{"is":"good"}}]';
    expect(answered).toEqual({ status: 200, body, type: json });
  });

  it('answers several queries of one request in their order, each with its own outcome', async () => {
    const both = JSON.stringify([{ ...message, name: 'GetMoney' }, message]);
    const body = '[{"status":404},{"status":200,"answer":{"is":"good"}}]';
    expect(await post(both)).toEqual({ status: 200, body, type: json });
  });

  it.each([
    ['no token', ''],
    ['an unreadable token', 'Bearer abc'],
    ['a password', 'Basic abc'],
  ])('rejects a query with %s, without a reason in the response', async (_what, authorization) => {
    for (const body of [messages, '{', '[]']) {
      const refused = await post(body, { authorization });
      expect(refused).toMatchObject({ status: 401, body: '' });
    }
    expect(service.asked).toEqual([]);
  });

  it('rejects a token for another service and logs the reason', async () => {
    const authorization = `Bearer ${await tokens.tokenFor('baskets')}`;
    const refused = await post(messages, { authorization });
    expect(refused).toMatchObject({ status: 401, body: '' });
    expect(lines.join()).toContain('\\"aud\\"');
    expect(lines.join()).not.toContain(authorization);
  });

  it.each([
    ['that does not exist', 'GetMoney'],
    ['of another service', 'GetBasket'],
    ['named like a property of every object', 'constructor'],
  ])('answers 404 to a query %s', async (_what, name) => {
    expect(await ask(name, {})).toEqual({ status: 404 });
  });

  it.each([
    ['a missing field', { tpp: 't' }],
    ['an unknown field', { tpp: 't', paymentId: 'p', more: 1 }],
    ['a number instead of a text', { tpp: 't', paymentId: 1 }],
    ['no object', []],
  ])('answers 400 to a query with %s', async (_what, fields) => {
    expect(await ask('GetPayment', fields)).toEqual({ status: 400 });
    expect(service.asked).toEqual([]);
  });

  it.each([
    ['no JSON', '{', 400],
    ['nothing', '', 400],
    ['no list', JSON.stringify(message), 400],
    ['no queries', '[{}, 1, null]', 400],
    ['no trace', JSON.stringify([{ name: 'GetPayment', query }]), 400],
    ['a prototype', `[{"name":"GetPayment","query":{"__proto__":{}},"trace":{}}]`, 400],
    ['too many', JSON.stringify(Array.from({ length: 1001 }, () => message)), 400],
    ['too much', JSON.stringify(['t'.repeat(1024 * 1024)]), 413],
  ])('rejects a body with %s', async (_what, body, status) => {
    expect(await post(body)).toMatchObject({ status, body: '' });
    expect(service.asked).toEqual([]);
  });

  it('rejects a body that is not JSON', async () => {
    const answerTo = (type: string) => post(messages, { 'content-type': type });
    expect(await answerTo('text/plain')).toMatchObject({ status: 400, body: '' });
    expect(await answerTo('application/xml')).toMatchObject({ status: 415, body: '' });
  });

  it('answers 503 while the database is unavailable', async () => {
    answer = () => {
      throw new InfrastructureError('the database is away');
    };
    expect(await ask('GetPayment', query)).toEqual({ status: 503 });
  });

  it('answers 500 to a query with a bug and logs the error without account numbers', async () => {
    answer = () => {
      throw new TypeError('a bug with 86011117947');
    };
    expect(await ask('GetPayment', query)).toEqual({ status: 500 });
    const line = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
    const err = { message: 'a bug with [account]' };
    expect(line).toMatchObject({ level: 'error', query: 'GetPayment', err });
    expect(lines.join()).not.toContain('86011117947');
  });

  it('answers 500 when the answer has no JSON form', async () => {
    answer = () => 1n;
    expect(await ask('GetPayment', query)).toEqual({ status: 500 });
  });

  it('serves probes and metrics without a token', async () => {
    expect(await get('/health/live')).toEqual({ status: 200, body: '{"live":true,"checks":{}}' });
    expect(await get('/health/ready')).toEqual({
      status: 200,
      body: '{"ready":true,"checks":{}}',
    });
    expect(await get('/metrics')).toEqual({ status: 200, body: '# nothing\n' });
  });

  it('is not alive while a part hangs that only a restart can fix', async () => {
    const unwatch = health.watch({
      name: 'group',
      check: () => Promise.reject(new Error('stuck')),
    });
    expect(await get('/health/live')).toEqual({
      status: 503,
      body: '{"live":false,"checks":{"group":"down"}}',
    });
    expect((await get('/health/ready')).status).toBe(200);
    unwatch();
    expect((await get('/health/live')).status).toBe(200);
  });

  it('has not started until all steps of the start are done, and has started from then on', async () => {
    expect((await get('/health/started')).status).toBe(200);
    const schema = health.expect('schema');
    health.expect('kafka')();
    expect(await get('/health/started')).toEqual({
      status: 503,
      body: '{"started":false,"checks":{"schema":"down","kafka":"up"}}',
    });
    schema();
    expect((await get('/health/started')).status).toBe(200);
    const unregister = health.register({ name: 'part', check: () => Promise.reject(new Error()) });
    expect((await get('/health/ready')).status).toBe(503);
    expect((await get('/health/started')).status).toBe(200);
    unregister();
  });

  it('is alive while the database is away: a restart does not bring it back', async () => {
    const check = () => Promise.reject(new Error('away'));
    const unregister = health.register({ name: 'payments-database', check });
    expect((await get('/health/ready')).status).toBe(503);
    expect((await get('/health/live')).status).toBe(200);
    unregister();
  });

  it('is not ready while a part is down or the process stops', async () => {
    let isUp = false;
    const check = () => (isUp ? Promise.resolve() : Promise.reject(new Error('away')));
    health.register({ name: 'database', check });
    expect(await get('/health/ready')).toEqual({
      status: 503,
      body: '{"ready":false,"checks":{"database":"down"}}',
    });
    isUp = true;
    expect((await get('/health/ready')).status).toBe(200);
    health.stop();
    expect((await get('/health/ready')).status).toBe(503);
  });
});

describe('the internal server that stops', () => {
  let other: QueryProcess | undefined;
  afterEach(() => other?.close());

  it('answers 503 to the readiness probe, and asks clients to close kept connections', async () => {
    const stopping = new Health();
    other = await startQueryProcess('payments', service.bus, { health: stopping });
    const probe = async () => {
      const { statusCode, headers, body } = await request(`${other?.server.url}/health/ready`);
      await body.dump();
      return { statusCode, connection: headers['connection'] };
    };
    expect(await probe()).toEqual({ statusCode: 200, connection: 'keep-alive' });
    stopping.stop();
    expect(await probe()).toEqual({ statusCode: 503, connection: 'close' });
  });

  it('serves a request that was on its way when the stop began', async () => {
    const stopping = new Health();
    other = await startQueryProcess('payments', service.bus, { health: stopping });
    const { hostname, port } = new URL(other.server.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    let received = '';
    socket.on('data', (data) => (received += data.toString()));
    socket.write('POST /internal/queries HTTP/1.1\r\nhost: payments\r\n');
    // An answer to another request shows that the server has read what came before.
    await (await request(`${other.server.url}/metrics`)).body.dump();
    stopping.stop();
    const closing = other.close();
    const token = await tokens.tokenFor('payments');
    socket.write(`content-type: application/json\r\nauthorization: Bearer ${token}\r\n`);
    socket.write(`content-length: ${String(Buffer.byteLength(messages))}\r\n\r\n${messages}`);
    await Promise.all([closing, once(socket, 'close')]);
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(received).toMatch(/^connection: close\r$/im);
    other = undefined;
  });

  it('finishes the query in flight and accepts no other', async () => {
    let release: (answer: unknown) => void = () => undefined;
    const slow = answering(() => new Promise((resolve) => (release = resolve)));
    other = await startQueryProcess('payments', slow.bus);
    const { url } = other.server;
    const send = async () =>
      request(`${url}/internal/queries`, {
        method: 'POST',
        body: messages,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${await tokens.tokenFor('payments')}`,
        },
      });
    const inFlight = send();
    while (slow.asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const stopping = other.close();
    release('late');
    expect(await (await inFlight).body.text()).toBe('[{"status":200,"answer":"late"}]');
    await stopping;
    await expect(send()).rejects.toThrow('ECONNREFUSED');
  });
});
