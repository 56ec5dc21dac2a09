import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import {
  approveAt,
  errorsOf,
  grantAt,
  initiate,
  jsonWith,
  makeBasket,
  meetPsu,
  orderBetween,
  refuseAt,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
  accountOf,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import { startTestBank } from '../testing/test-bank.js';
import type { TestBank } from '../testing/test-bank.js';
import { bodyWith } from './testing/changed-body.js';
import {
  callOf,
  descriptionAt,
  operationsOf,
  schemasBelow,
} from './testing/described-operations.js';
import type { Description, Operation, Schema } from './testing/described-operations.js';

/** Headers with an address that proxies and libraries know, besides those of the interface. */
const addressHeaders = [
  ...['forwarded', 'origin', 'referer', 'x-forwarded-host', 'x-forwarded-for', 'x-original-url'],
  ...['x-rewrite-url', 'x-callback-url', 'x-webhook-url', 'x-wap-profile', 'client-ip', 'from'],
];
/** Where a request to the bank's own machine or network could lead. */
const insideAddresses = [
  ...['http://169.254.169.254/latest/meta-data', 'http://10.0.0.1/', 'http://[fd00::1]/'],
  ...['http://metadata.google.internal/', 'file:///etc/passwd', 'gopher://127.0.0.1:6379/_x'],
  ...[
    'http://localhost.tpp.example/',
    'http://127.0.0.2/',
    'http://0.0.0.0/',
    'http://3232235777/',
  ],
];

let test: TestBank;
let world: World;
let description: Description;
let operations: readonly Operation[];
let debtor: ListedCustomer;
let creditor: ListedCustomer;
let trap: Server;
/** The address of a server that nobody may ask, and how often it was asked. */
let address: string;
let asked = 0;
beforeAll(async () => {
  trap = createServer((socket) => {
    asked += 1;
    socket.destroy();
  });
  await once(trap.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${String((trap.address() as AddressInfo).port)}/here`;
  test = await startTestBank({ redirectUri: address });
  world = test.world();
  [debtor, creditor] = (await setUpSandbox(world)) as [ListedCustomer, ListedCustomer];
  await meetPsu(world, debtor);
  description = await descriptionAt(test.bank.gatewayUrl);
  operations = operationsOf(description).filter(({ isSigned }) => isSigned);
});
afterAll(async () => {
  await test.stop();
  trap.close();
});
beforeEach(() => {
  asked = 0;
});

/** The names of the request headers of the interface that may carry an address. */
const describedHeaders = () =>
  Object.values(description.components.parameters)
    .filter(({ in: place, schema = {} }) => place === 'header' && schema.enum === undefined)
    .filter(({ name }) => /uri|user-agent|accept|vop|notification/i.test(name))
    .filter(({ name }) => !/^(accept|x-accept)/i.test(name))
    .map(({ name }) => name.toLowerCase());

/** Whether a value of this schema may be the address. */
const takesAddress = ({ type, pattern, maxLength = Infinity, ...others }: Schema) =>
  type === 'string' &&
  others.enum === undefined &&
  address.length <= maxLength &&
  new RegExp(pattern ?? '').test(address);

/** A reset ends what the operations are about, and a clock that moves ends the session of the PSU. */
const changesWorld = (template: string) => /\/(?:initialize|clock)$/u.test(template);

describe('API7:2023 server side request forgery', () => {
  it('asks no address that a header names, on any operation', async () => {
    const names = [...describedHeaders(), ...addressHeaders];
    expect(names).toEqual(expect.arrayContaining(['tpp-redirect-uri', 'tpp-notification-uri']));
    const headers = Object.fromEntries(names.map((name) => [name, address]));
    for (const one of operations.filter(({ template }) => !changesWorld(template))) {
      const { headers: own, ...call } = callOf(one);
      const { status } = await world.tpp.call({ ...call, headers: { ...own, ...headers } });
      expect([one.name, status < 500]).toEqual([one.name, true]);
    }
    expect(asked).toBe(0);
  });

  it('asks no address that any text of any body names', async () => {
    let sent = 0;
    for (const one of operations) {
      const { body, bodySchema, template } = one;
      if (body === undefined || bodySchema === undefined || changesWorld(template)) continue;
      const texts = schemasBelow(description, bodySchema).filter(
        ([pointer, schema]) => pointer !== '' && takesAddress(schema),
      );
      // The data of the sandbox is shown and no more, so that its texts go together.
      const isSandbox = one.template.startsWith('/v1/sandbox/');
      const bodies = isSandbox
        ? [texts.reduce<object>((all, [pointer]) => bodyWith(all, pointer, address), body)]
        : texts.map(([pointer]) => bodyWith(body, pointer, address));
      for (const changed of bodies) {
        const { status } = await world.tpp.call(callOf({ ...one, body: changed }));
        expect([one.name, status < 500]).toEqual([one.name, true]);
      }
      sent += texts.length;
    }
    expect(sent).toBeGreaterThan(50);
    expect(asked).toBe(0);
  });

  it('sends the browser of the PSU to the return address, and asks it itself at no step of a flow', async () => {
    const pay = () => initiate(world, singlePath, orderBetween({ debtor, creditor }));
    const approved = await approveAt(world, (await pay()).scaHref, debtor);
    const refused = await refuseAt(world, (await pay()).scaHref, debtor);
    const basket = await makeBasket(world, [await pay(), await pay()]);
    const together = await approveAt(world, basket.scaHref, debtor);
    const consent = jsonWith(
      await world.tpp.call({ method: 'POST', path: '/v1/bank-offered-consents' }),
      201,
    );
    const choice = { bbans: [accountOf(debtor)] };
    const granted = await grantAt(world, scaRedirectOf(consent), debtor, choice);
    for (const back of [approved, refused, together, granted]) {
      expect(back.origin + back.pathname).toBe(address);
    }
    expect(asked).toBe(0);
  });

  it.each(insideAddresses)(
    'takes no address inside of a network as a return address: %s',
    async (inside) => {
      const one = operations.find(({ name }) => name === 'POST /v1/payments/{payment-product}')!;
      for (const name of ['tpp-redirect-uri', 'tpp-nok-redirect-uri']) {
        const { headers, ...call } = callOf(one);
        const answer = await world.tpp.call({ ...call, headers: { ...headers, [name]: inside } });
        const paths = errorsOf(answer).map(({ path = '' }) => path.toLowerCase());
        expect([answer.status, paths]).toEqual([400, [name]]);
      }
    },
  );

  it('makes its links from its own address, whatever Host and X-Forwarded-Host say', async () => {
    const body = orderBetween({ debtor, creditor });
    const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    const answer = await world.tpp.call({ method: 'POST', path: singlePath, body, headers });
    const made = jsonWith<object>(answer, 201);
    expect(new URL(scaRedirectOf(made)).origin).toBe(new URL(test.bank.scaUrl).origin);
    expect(answer.text).not.toContain('evil.example');
  });
});
