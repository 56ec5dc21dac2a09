import { randomUUID } from 'node:crypto';
import { setUpSandbox } from '@nordgate/testing';
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
import type { Body, Method, Send } from './testing/sandbox-operations.js';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

/** The operations with a method that have a resource to remove. */
const named = (method: Method) =>
  sandboxOperations.filter(([name]) => name.startsWith(`${method} `)).map(([name]) => name);
const removing = named('DELETE');
/** The clock is no resource that is made or removed: its repeats are in sandbox-clock.e2e.spec.ts. */
const changing = named('PUT').filter((name) => name !== 'PUT /v1/sandbox/clock');

/** The operations that make what another one removes. */
const creating = creatingOperations
  .map(([name]) => name)
  .filter((name) =>
    removing.some((removal) => {
      const collection = name.replace('POST ', 'DELETE ');
      return (
        removal.startsWith(`${collection}/{`) && !removal.slice(collection.length + 1).includes('/')
      );
    }),
  );
const pathIn = (name: string) => name.slice(name.indexOf(' ') + 1);
const isNested = (name: string) => /\{.*\/.*\{|\{.*\/[a-z-]+$/u.test(pathIn(name));

let test: TestBank;
let send: Send;
beforeAll(async () => {
  test = await startTestBank();
  await setUpSandbox(test.world());
  send = sendAs(await test.newTpp('PSDNO-FSA-860000001', ['PSP_AI']));
});
afterAll(() => test.stop());

const newId = () => ({ 'x-request-id': randomUUID() });
const remove = async (path: string): Promise<void> => {
  const { status, text } = await send('DELETE', path);
  if (status !== 204) throw new Error(`DELETE ${path}: ${text}`);
};

/** Sends a request, then does something, and expects the repeat to answer as the first did. */
async function expectRepeat(
  [method, path, body]: readonly [Method, string, Body | undefined],
  meanwhile: (location: string) => Promise<void>,
): Promise<void> {
  const once = newId();
  const first = await send(method, path, body, once);
  expect([200, 201, 204]).toContain(first.status);
  await meanwhile(first.headers['location'] === undefined ? path : locationOf(first));
  expect(seenIn(await send(method, path, body, once))).toEqual(seenIn(first));
}

/** A person of the sandbox who can be removed. */
async function aPerson() {
  const name = 'POST /v1/sandbox/customers';
  const answer = await send('POST', '/v1/sandbox/customers', {
    ...bodyOf(name),
    customerNumber: undefined,
  });
  const { customerNumber } = answer.json as { readonly customerNumber: string };
  return { path: locationOf(answer), customerNumber };
}

async function anOrganisation() {
  const body = { customerType: 'CORPORATE', customerName: 'Fjord Fisk AS' };
  const answer = await send('POST', '/v1/sandbox/customers', body);
  const { customerNumber } = answer.json as { readonly customerNumber: string };
  return { path: locationOf(answer), customerNumber };
}

/** An account by its number and its path. */
async function anAccountOf(customerNumber: string) {
  const name = 'POST /v1/sandbox/accounts';
  const body = { ...bodyOf(name), customerNumber };
  const answer = await send('POST', '/v1/sandbox/accounts', body);
  const { iban } = answer.json as { readonly iban: string };
  return Object.defineProperty({ iban, path: '' }, 'path', {
    value: locationOf(answer),
    enumerable: false,
  });
}

describe('a repeated request of the sandbox gets its first answer', () => {
  it.each(creating)('after its resource is removed: %s', async (name) => {
    const { path } = await madePath(send, pathIn(name));
    await expectRepeat(['POST', path, bodyOf(name)], remove);
  });

  it.each(changing)('after its resource is removed: %s', async (name) => {
    const { path } = await madePath(send, pathIn(name));
    await expectRepeat(['PUT', path, bodyOf(name)], remove);
  });

  it.each(changing)('after its resource is changed again: %s', async (name) => {
    const { path } = await madePath(send, pathIn(name));
    const body = bodyOf(name) ?? {};
    await expectRepeat(['PUT', path, body], async (location) => {
      const { status } = await send('PUT', location, otherBodyOf(body));
      expect(status).toBe(200);
    });
  });

  it.each([...creating, ...changing, ...removing].filter(isNested))(
    'after what its resource stands on is removed: %s',
    async (name) => {
      const [method] = name.split(' ') as [Method];
      const { path, resources } = await madePath(send, pathIn(name));
      await expectRepeat([method, path, bodyOf(name)], () => remove(String(resources[0])));
    },
  );

  it.each(
    creating
      .filter((name) => Object.hasOwn(bodyOf(name) ?? {}, 'customerNumber'))
      .filter((name) => !name.endsWith('/customers')),
  )('after the customer that its number names is removed: %s', async (name) => {
    const { path, customerNumber } = await aPerson();
    const body = { ...bodyOf(name), customerNumber };
    await expectRepeat(['POST', pathIn(name), body], () => remove(path));
  });

  it.each(['customer', 'owner'] as const)(
    'after the %s that an agreement names by number is removed',
    async (party) => {
      const customer = await aPerson();
      const owner = await anOrganisation();
      const account = await anAccountOf(owner.customerNumber);
      const engagement = { customer: customer.customerNumber, account, roles: ['VIEW'] };
      const body = { owner: owner.customerNumber, name: 'Avtale', engagements: [engagement] };
      const removed = { customer, owner }[party].path;
      await expectRepeat(['POST', '/v1/sandbox/agreements', body], () => remove(removed));
    },
  );

  it.each(['customer', 'account'] as const)(
    'after the %s that an engagement names by number is removed',
    async (party) => {
      const [customer, owner] = [await aPerson(), await anOrganisation()];
      const account = await anAccountOf(owner.customerNumber);
      const agreement = await send('POST', '/v1/sandbox/agreements', {
        owner: owner.customerNumber,
        name: 'Avtale',
      });
      const body = { customer: customer.customerNumber, account, roles: ['VIEW'] };
      const removed = { customer, account }[party].path;
      const path = `${locationOf(agreement)}/engagements`;
      await expectRepeat(['POST', path, body], () => remove(removed));
    },
  );
});

it.each(creating)(
  'a request of the sandbox with another content under the id of one whose resource is removed is CONFLICT: %s',
  async (name) => {
    const { path } = await madePath(send, pathIn(name));
    const once = newId();
    const body = bodyOf(name) ?? {};
    await remove(locationOf(await send('POST', path, body, once)));
    const { status } = await send('POST', path, otherBodyOf(body), once);
    expect(status).toBe(409);
  },
);
