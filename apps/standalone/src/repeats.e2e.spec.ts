import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@nordgate/event-store';
import { dayInOslo, daysLater } from '@nordgate/contracts/rules';
import { aDomesticPayment, codesOf, moveClock, singlePath, jsonWith } from '@nordgate/testing';
import type { MadePayment } from '@nordgate/testing';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import { RepeatedRequests } from './testing/repeated-requests.js';
import type { Ready } from './testing/repeated-requests.js';
import { declaresLocation } from './testing/sandbox-operations.js';
import type { Service } from './config.js';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const psu = { 'psu-id': randomUUID(), 'tpp-session-id': 's-1' };
const early = 'amount-as-string,payment-status-before-approval';

let test: TestBank;
beforeAll(async () => {
  test = await startTestBank();
});
afterAll(() => test.stop());

describe('a repeated request', () => {
  const pay = (requestId: string, body: object = aDomesticPayment(), headers: object = {}) =>
    test.tpp.call({
      method: 'POST',
      path: singlePath,
      body,
      headers: { ...psu, 'x-request-id': requestId, ...headers },
    });

  it('makes one payment with one answer when it is repeated 50 times in parallel', async () => {
    const requestId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => pay(requestId)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it('with another body is CONFLICT, and changes nothing', async () => {
    const requestId = randomUUID();
    const first = await pay(requestId);
    const other = await pay(requestId, aDomesticPayment({ creditorName: 'Somebody else' }));
    expect([other.status, codesOf(other)]).toEqual([409, ['CONFLICT']]);
    expect((await pay(requestId)).text).toBe(first.text);
  });

  it.each([
    ['PSU-ID', { 'psu-id': randomUUID() }],
    ['TPP-Redirect-URI', { 'tpp-redirect-uri': 'https://tpp.example/elsewhere' }],
    ['PSU-Context', { 'psu-context': 'PRIVATE' }],
  ])('with another %s is CONFLICT', async (_what, headers) => {
    const requestId = randomUUID();
    await pay(requestId);
    expect(codesOf(await pay(requestId, aDomesticPayment(), headers))).toEqual(['CONFLICT']);
  });

  it('can be corrected under the same X-Request-ID after a refusal', async () => {
    const requestId = randomUUID();
    const refused = await pay(requestId, aDomesticPayment({ creditorName: '' }));
    expect(refused.status).toBe(400);
    expect((await pay(requestId)).status).toBe(201);
  });

  it('can be corrected under the same X-Request-ID after a refusal that depends on the day', async () => {
    const requestId = randomUUID();
    const requestedExecutionDate = daysLater(dayInOslo(new Date()), -1);
    const late = () => pay(requestId, aDomesticPayment({ requestedExecutionDate }));
    for (const refused of [await late(), await late()]) {
      expect([refused.status, codesOf(refused)]).toEqual([400, ['EXECUTION_DATE_INVALID']]);
    }
    expect((await pay(requestId)).status).toBe(201);
  });

  it('of a basket can be corrected after a refusal by the state of its members', async () => {
    const [taken, free] = [await pay(randomUUID()), await pay(randomUUID())];
    const [takenId, freeId] = [taken, free].map(({ json }) => (json as MadePayment).paymentId);
    const requestId = randomUUID();
    const group = (paymentIds: readonly (string | undefined)[], id: string) =>
      test.tpp.call({
        ...{ method: 'POST', path: '/v1/signing-baskets', body: { paymentIds } },
        headers: { ...psu, 'x-request-id': id },
      });
    expect((await group([takenId], randomUUID())).status).toBe(201);
    const both = () => group([takenId, freeId], requestId);
    for (const refused of [await both(), await both()]) {
      expect([refused.status, codesOf(refused)]).toEqual([409, ['CONFLICT']]);
    }
    expect((await group([freeId], requestId)).status).toBe(201);
  });

  it('makes a separate payment for another TPP with the same X-Request-ID', async () => {
    const requestId = randomUUID();
    const ours = (await pay(requestId)).json as MadePayment;
    const other = await test.newTpp('PSDNO-FSA-900000077');
    const call = { method: 'POST', path: singlePath, body: aDomesticPayment() } as const;
    const theirs = await other.call({ ...call, headers: { ...psu, 'x-request-id': requestId } });
    expect(theirs.status).toBe(201);
    expect((theirs.json as MadePayment).paymentId).not.toBe(ours.paymentId);
  });

  it('with an id of another TPP is RESOURCE_UNKNOWN', async () => {
    const { paymentId } = (await pay(randomUUID())).json as MadePayment;
    const other = await test.newTpp('PSDNO-FSA-900000077');
    const headers = { ...psu, 'x-accept-fix': early };
    const path = `${singlePath}/${paymentId}/status`;
    const foreign = await other.call({ method: 'GET', path, headers });
    expect([foreign.status, codesOf(foreign)]).toEqual([404, ['RESOURCE_UNKNOWN']]);
    const own = await test.tpp.call({ method: 'GET', path, headers });
    expect(own.status).toBe(200);
    const body = { paymentIds: [paymentId] };
    const basket = await other.call({
      method: 'POST',
      path: '/v1/signing-baskets',
      body,
      headers: psu,
    });
    expect([basket.status, codesOf(basket)]).toEqual([400, ['RESOURCE_UNKNOWN']]);
  });

  it('of a basket is answered with the existing basket', async () => {
    const { paymentId } = (await pay(randomUUID())).json as MadePayment;
    const headers = { ...psu, 'x-request-id': randomUUID() };
    const call = { method: 'POST', path: '/v1/signing-baskets', headers } as const;
    const body = { paymentIds: [paymentId] };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => test.tpp.call({ ...call, body })),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    const another = (await pay(randomUUID())).json as MadePayment;
    const other = await test.tpp.call({ ...call, body: { paymentIds: [another.paymentId] } });
    expect([other.status, codesOf(other)]).toEqual([409, ['CONFLICT']]);
  });
});

describe('a repeat while the first command is late, which the state forbids by now', () => {
  const headers = () => ({ ...psu, 'x-request-id': randomUUID() });
  const statusOf = async (call: TppCall) => (await test.tpp.callOnce(call)).status;
  const paid = async () => {
    const call = { method: 'POST', path: singlePath, body: aDomesticPayment() } as const;
    return jsonWith<MadePayment>(await test.tpp.call({ ...call, headers: headers() }), 201)
      .paymentId;
  };

  /** Holds back every append in a service. */
  async function holdAppends(service: Service) {
    const database = await openDatabase({
      ...{ applicationName: 'test', migrations: [], poolMax: 1 },
      url: test.databaseUrl(service),
    });
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query('lock table es.event in share mode');
    return async () => {
      await client.query('rollback');
      client.release();
      await database.close();
    };
  }

  it.each<
    [string, Service, (paymentId: string) => { readonly path: string; readonly body?: object }]
  >([
    [
      'of a basket',
      'baskets',
      (id) => ({ path: '/v1/signing-baskets', body: { paymentIds: [id] } }),
    ],
    ['of an authorisation', 'sca', (id) => ({ path: `${singlePath}/${id}/authorisations` })],
  ])(
    'may come again, and gets what the first command makes: %s',
    async (_what, service, making) => {
      const paymentId = await paid();
      const call: TppCall = { method: 'POST', ...making(paymentId), headers: headers() };
      const release = await holdAppends(service);
      try {
        expect(await statusOf(call)).toBe(503);
        const path = `${singlePath}/${paymentId}`;
        expect(await statusOf({ method: 'DELETE', path, headers: headers() })).toBe(204);
        expect(await statusOf(call)).toBe(503);
      } finally {
        await release();
      }
      expect((await test.tpp.call(call)).status).toBe(201);
      const other = await test.tpp.call({ ...call, headers: headers() });
      expect([other.status, codesOf(other)]).toEqual([409, ['CONFLICT']]);
    },
  );
});

interface DescribedOperation {
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>;
}

/** The operations outside of the sandbox that change something, by the published description. */
function changingOperations(): (readonly [string, DescribedOperation])[] {
  const file = join(import.meta.dirname, '../../../docs/reference/openapi.json');
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, Record<string, DescribedOperation>>;
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => method !== 'get' && !path.startsWith('/v1/sandbox/'))
      .map(([method, one]) => [`${method.toUpperCase()} ${path}`, one] as const),
  );
}

const operationNamed = (name: string) =>
  changingOperations().find(([one]) => one === name)?.[1] ?? { responses: {} };

describe('a repeat of an operation', () => {
  const requests = new RepeatedRequests(() => test.world());
  const table = requests.table();
  const send = (call: Ready['call']) => requests.send(call);
  beforeAll(() => requests.setUp());

  /** An answer that depends on what is there at the moment: the operation asks and changes nothing. */
  const asking = ['POST /v1/funds-confirmations'];

  /** What a repeat answers alike. A status may have moved on. */
  const seen = ({ status, json }: TppAnswer) => {
    const { transactionStatus, scaStatus, consentStatus, ...rest } = (json ?? {}) as Record<
      string,
      unknown
    >;
    expect([transactionStatus, scaStatus, consentStatus]).toBeDefined();
    return { status, ...rest };
  };

  it('stands in the table for every operation that changes something', () => {
    const listed = new Set([...table.map(([name]) => name), ...asking]);
    expect([...listed].sort()).toEqual(
      changingOperations()
        .map(([name]) => name)
        .sort(),
    );
  });

  it.each(table)(
    'answers as the first did, and CONFLICT with another content: %s',
    async (_n, ready) => {
      const { call, other, end } = await ready();
      const once = { 'x-request-id': randomUUID() };
      const ask = (changes: Ready['other'] = {}) =>
        send({ ...call, ...changes, headers: { ...call.headers, ...changes.headers, ...once } });
      const first = await ask();
      expect([200, 201, 202, 204]).toContain(first.status);
      expect(seen(await ask())).toEqual(seen(first));
      if (other !== undefined) {
        const conflict = await ask(other);
        expect([conflict.status, codesOf(conflict)]).toEqual([409, ['CONFLICT']]);
      }
      await end?.(first);
      expect(seen(await ask())).toEqual(seen(first));
    },
  );

  it.each(table.map(([name, ready]) => [name, ready, operationNamed(name)] as const))(
    'has a Location that answers 200 to GET exactly where the description declares one: %s',
    async (_name, ready, operation) => {
      const { call } = await ready();
      const headers = { ...call.headers, 'x-accept-fix': early };
      const made = await send({ ...call, headers });
      const path = made.headers['location'];
      if (!declaresLocation(operation, made.status)) return expect(path).toBeUndefined();
      expect(path).toMatch(/^\/v1\//);
      const { status, json } = await send({ method: 'GET', path: String(path), headers });
      expect([status, json]).toEqual([200, expect.any(Object)]);
    },
  );

  describe('long after the first', () => {
    const later = new Map<number, () => Promise<{ now: unknown; first: unknown }>>();
    beforeAll(async () => {
      for (const [at, [, ready]] of table.entries()) {
        const { call } = await ready();
        const headers = { ...call.headers, 'x-request-id': randomUUID() };
        const first = seen(await send({ ...call, headers }));
        later.set(at, async () => ({ now: seen(await send({ ...call, headers })), first }));
      }
      await moveClock(test.world(), { advance: 'P40D' });
    });

    it.each(table.map(([name], at) => [name, at] as const))(
      'answers as the first did, when the day of the request is over: %s',
      async (_name, at) => {
        const { now, first } = (await later.get(at)?.()) ?? {};
        expect(first).toHaveProperty('status', expect.any(Number));
        expect(now).toEqual(first);
      },
    );
  });
});
