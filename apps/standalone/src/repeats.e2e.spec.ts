import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paymentProducts } from '@nordgate/contracts/http';
import {
  accountOf,
  aDomesticPayment,
  aPeriodicPayment,
  approveAt,
  codesOf,
  jsonWith,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
} from '@nordgate/testing';
import type { ListedCustomer, MadePayment, World } from '@nordgate/testing';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import { declaresLocation } from './testing/sandbox-operations.js';
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

const product = 'norwegian-domestic-credit-transfers';
const consents = '/v1/bank-offered-consents';
const baskets = '/v1/signing-baskets';
const contact = '/v1/tpp/contact';
const services = ['payments', 'periodic-payments', 'bulk-payments'] as const;
type Service = (typeof services)[number];

/** A request that is made ready, and what can come between it and its repeat. */
interface Ready {
  readonly call: Omit<TppCall, 'headers'> & { readonly headers?: Record<string, string> };
  /** The same request with another content; absent where a body is not read. */
  readonly other?: Pick<Ready['call'], 'body' | 'headers'>;
  /** Ends the resource. */
  readonly end?: (first: TppAnswer) => Promise<unknown>;
}

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
  let world: World;
  let payer: ListedCustomer;
  beforeAll(async () => {
    world = test.world();
    [payer] = (await setUpSandbox(world)) as unknown as [ListedCustomer];
  });

  const elsewhere = { headers: { 'tpp-redirect-uri': 'https://tpp.example/elsewhere' } };
  const send = (call: Ready['call']) =>
    world.tpp.call({ ...call, headers: { 'psu-context': 'PRIVATE', ...call.headers } });
  const remove = (path: string) => send({ method: 'DELETE', path });
  const make = async (path: string, body?: object) =>
    jsonWith<Record<string, string>>(
      await send({ method: 'POST', path, ...(body && { body }) }),
      201,
    );
  const approve = (answer: TppAnswer) =>
    approveAt(world, scaRedirectOf(answer.json as object), payer);
  const fromPayer = () => ({ debtorAccount: { bban: accountOf(payer), currency: 'NOK' } });
  const bodyOf = (service: Service, changes: object = {}): object => {
    if (service === 'payments') return aDomesticPayment({ ...fromPayer(), ...changes });
    if (service === 'periodic-payments') return aPeriodicPayment({ ...fromPayer(), ...changes });
    const bulk = paymentProducts[0]?.services['bulk-payments']?.body.example as object;
    const plain = { requestedExecutionDate: undefined, batchBookingPreferred: undefined };
    return { ...bulk, ...plain, ...fromPayer(), ...changes };
  };
  const otherDebtor = () => ({ debtorAccount: { bban: accountOf(payer, 1), currency: 'NOK' } });
  const pathOf = (service: Service) => `/v1/${service}/${product}`;
  const paid = async (service: Service) => {
    const { paymentId } = await make(pathOf(service), bodyOf(service));
    return `${pathOf(service)}/${paymentId ?? ''}`;
  };
  const approved = async (service: Service) => {
    const answer = await send({ method: 'POST', path: pathOf(service), body: bodyOf(service) });
    await approve(answer);
    return `${pathOf(service)}/${(answer.json as MadePayment).paymentId}`;
  };
  const member = async () => {
    const known = { headers: { 'psu-id': randomUUID(), 'tpp-session-id': 's-1' } };
    const body = bodyOf('payments');
    const answer = await send({ method: 'POST', path: pathOf('payments'), body, ...known });
    return { known, paymentIds: [jsonWith<MadePayment>(answer, 201).paymentId] };
  };
  const basket = async () => {
    const { known, paymentIds } = await member();
    const body = { paymentIds };
    const { basketId } = jsonWith<{ basketId: string }>(
      await send({ method: 'POST', path: baskets, body, ...known }),
      201,
    );
    return { known, path: `${baskets}/${basketId}` };
  };
  const consent = async (path: string) => `${path}/${(await make(consents))['consentId'] ?? ''}`;

  const ofPayments = (service: Service): readonly (readonly [string, () => Promise<Ready>])[] => {
    const one = `/v1/${service}/{payment-product}/{payment-id}`;
    return [
      [
        `POST /v1/${service}/{payment-product}`,
        () =>
          Promise.resolve({
            call: { method: 'POST', path: pathOf(service), body: bodyOf(service) },
            other: { body: bodyOf(service, otherDebtor()) },
            end: (first) => remove(`${pathOf(service)}/${(first.json as MadePayment).paymentId}`),
          }),
      ],
      [
        `POST ${one}/authorisations`,
        async () => {
          const path = await paid(service);
          const call = { method: 'POST', path: `${path}/authorisations` } as const;
          return { call, other: elsewhere, end: () => remove(path) };
        },
      ],
      [
        `POST ${one}/cancellation-authorisations`,
        async () => {
          const path = `${await approved(service)}/cancellation-authorisations`;
          return { call: { method: 'POST', path }, other: elsewhere, end: approve };
        },
      ],
      [`DELETE ${one}`, async () => ({ call: { method: 'DELETE', path: await paid(service) } })],
      [
        `DELETE ${one}`,
        async () => {
          const path = await approved(service);
          return { call: { method: 'DELETE', path }, other: elsewhere, end: approve };
        },
      ],
    ];
  };

  const ofConsents = (path: string, id: string): ReturnType<typeof ofPayments> => [
    [
      `POST ${path}`,
      () =>
        Promise.resolve({
          call: { method: 'POST', path },
          other: elsewhere,
          end: (first) => remove(`${path}/${(first.json as { consentId: string }).consentId}`),
        }),
    ],
    [
      `POST ${path}/{${id}}/authorisations`,
      async () => {
        const one = await consent(path);
        const call = { method: 'POST', path: `${one}/authorisations` } as const;
        return { call, other: elsewhere, end: () => remove(one) };
      },
    ],
    [
      `DELETE ${path}/{${id}}`,
      async () => ({
        call: { method: 'DELETE', path: await consent(path) },
        end: () => make(consents),
      }),
    ],
  ];

  const table: readonly (readonly [string, () => Promise<Ready>])[] = [
    ...services.flatMap(ofPayments),
    ...ofConsents(consents, 'bank-offered-consent-id'),
    ...ofConsents('/v1/consents', 'consent-id'),
    [
      `POST ${baskets}`,
      async () => {
        const { known, paymentIds } = await member();
        const more = await member();
        return {
          call: { method: 'POST', path: baskets, body: { paymentIds }, ...known },
          other: { body: { paymentIds: more.paymentIds } },
          end: async (first) => {
            const { basketId } = first.json as { basketId: string };
            return send({ method: 'DELETE', path: `${baskets}/${basketId}`, ...known });
          },
        };
      },
    ],
    [
      `POST ${baskets}/{basket-id}/authorisations`,
      async () => {
        const { known, path } = await basket();
        const headers = { ...known.headers, ...elsewhere.headers };
        const call = { method: 'POST', path: `${path}/authorisations`, ...known } as const;
        return { call, other: { headers } };
      },
    ],
    [
      `DELETE ${baskets}/{basket-id}`,
      async () => {
        const { known, path } = await basket();
        return { call: { method: 'DELETE', path, ...known } };
      },
    ],
    [
      `PUT ${contact}`,
      () =>
        Promise.resolve({
          call: { method: 'PUT', path: contact, body: { email: 'psd2-operations@tpp.example' } },
          other: { body: { email: 'psd2-support@tpp.example' } },
          end: () => remove(contact),
        }),
    ],
    [`DELETE ${contact}`, () => Promise.resolve({ call: { method: 'DELETE', path: contact } })],
  ];

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
});
