import { randomUUID } from 'node:crypto';
import {
  aDomesticPayment,
  codesOf,
  grantAt,
  jsonWith,
  listedCustomers,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
} from '@nordgate/testing';
import type { World } from '@nordgate/testing';
import type { TppAnswer, TppClient } from '@nordgate/tpp-client';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const customers = '/v1/sandbox/customers';

interface Linked {
  readonly _links: { readonly self: { readonly href: string } };
}
interface Asked {
  readonly consentId: string;
}
interface Account extends Linked {
  readonly accountId: string;
  readonly bban: string;
}
interface Customer extends Linked {
  readonly customerId: string;
  readonly customerNumber: string;
  readonly customerName: string;
  readonly accounts: readonly Account[];
  readonly cardAccounts: readonly { readonly cardAccountId: string; readonly maskedPan: string }[];
}

let test: TestBank;
let world: World;
let tpp: TppClient;
beforeAll(async () => {
  test = await startTestBank();
  world = test.world();
  await setUpSandbox(world);
  tpp = await test.newTpp('PSDNO-FSA-840000001', ['PSP_IC']);
});
afterAll(() => test.stop());

const seen = (answer: TppAnswer) => [answer.status, ...codesOf(answer)];
const pathsOf = ({ json }: TppAnswer) =>
  (json as { tppMessages: readonly { path?: string }[] }).tppMessages.map(({ path }) => path);
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  tpp.call({ method, path, ...(body && { body }) });
const list = async () => (await listedCustomers(tpp)) as unknown as readonly Customer[];

const aPerson = { customerType: 'PRIVATE', customerName: 'Sandbox Person Ti' };
const anAccount = { name: 'Feriekonto', openingBalance: '1250.00' };
const aCard = { name: 'Reisekort', creditLimit: '5000.00' };

async function newPerson(body: object = {}): Promise<Customer> {
  return jsonWith(await call('POST', customers, { ...aPerson, ...body }), 201);
}
async function newAccount({ _links }: Linked, body: object = {}): Promise<Account> {
  const made = await call('POST', `${_links.self.href}/accounts`, { ...anAccount, ...body });
  return jsonWith(made, 201);
}
const initialise = async () => jsonWith<object>(await call('POST', '/v1/sandbox/initialize'), 200);

describe('a sandbox customer by hand (specification section 1)', () => {
  it('is made, read, replaced, listed and removed by a TPP of any role', async () => {
    const made = await call('POST', customers, aPerson);
    const customer = jsonWith<Customer>(made, 201);
    const { href } = customer._links.self;
    expect(made.headers['location']).toBe(href);
    expect(href).toBe(`${customers}/${customer.customerId}`);
    expect(customer).toMatchObject({ ...aPerson, accounts: [], cardAccounts: [] });
    expect(customer.customerNumber).toMatch(/^\d\d(?:8[1-9]|9[0-2])\d{7}$/u);
    expect(jsonWith(await call('GET', href), 200)).toEqual(customer);
    const address = { townName: 'Oslo', country: 'NO' };
    const change = { customerName: 'Sandbox Person Elleve', address };
    const { customerNumber } = customer;
    const changed = jsonWith(await call('PUT', href, change), 200);
    expect(changed).toEqual({ ...customer, ...change, customerNumber });
    expect(await list()).toContainEqual(changed);
    expect((await call('DELETE', href)).status).toBe(204);
    for (const method of ['GET', 'DELETE'] as const) {
      expect(seen(await call(method, href))).toEqual([404, 'RESOURCE_UNKNOWN']);
    }
    expect(seen(await call('PUT', href, change))).toEqual([404, 'RESOURCE_UNKNOWN']);
  });

  it('is made once by a repeated request, which another body refuses', async () => {
    const headers = { 'x-request-id': randomUUID() };
    const post = (body: object) => tpp.call({ method: 'POST', path: customers, body, headers });
    const first = jsonWith<Customer>(await post(aPerson), 201);
    expect(jsonWith(await post(aPerson), 201)).toEqual(first);
    const other = await post({ ...aPerson, customerName: 'Sandbox Person Tolv' });
    expect(seen(other)).toEqual([409, 'CONFLICT']);
    await call('DELETE', first._links.self.href);
    const repeat = await post(aPerson);
    expect([repeat.status, repeat.json]).toEqual([201, first]);
    expect(seen(await call('GET', first._links.self.href))).toEqual([404, 'RESOURCE_UNKNOWN']);
  });

  it('is refused with the number of another one, by its path', async () => {
    const taken = { ...aPerson, customerNumber: '14837530114' };
    const refused = await call('POST', customers, taken);
    expect(seen(refused)).toEqual([409, 'CONFLICT']);
    expect(pathsOf(refused)).toEqual(['/customerNumber']);
    const { _links } = await newPerson();
    const { customerNumber } = taken;
    const change = { customerName: 'Sandbox Person Tretten', customerNumber };
    expect(pathsOf(await call('PUT', _links.self.href, change))).toEqual(['/customerNumber']);
  });

  it.each<[string, object]>([
    ['without a type', { customerName: 'A' }],
    ['without a name', { customerType: 'PRIVATE' }],
    ['with a number of ten digits', { ...aPerson, customerNumber: '1403753011' }],
    ['with the number of an organisation', { ...aPerson, customerNumber: '12345678' }],
    ['with a member that is unknown', { ...aPerson, customerId: randomUUID() }],
  ])('is refused %s', async (_what, body) => {
    expect(seen(await call('POST', customers, body))).toEqual([400, 'FORMAT_ERROR']);
  });

  it.each(['x', randomUUID(), 'a'.repeat(90), '%00', "'--", '14837530114'])(
    'is unknown under the id %j',
    async (id) => {
      const path = `${customers}/${id}`;
      expect(seen(await call('GET', path))).toEqual([404, 'RESOURCE_UNKNOWN']);
      expect(seen(await call('DELETE', path))).toEqual([404, 'RESOURCE_UNKNOWN']);
      const account = await call('POST', `${path}/accounts`, anAccount);
      expect(seen(account)).toEqual([404, 'RESOURCE_UNKNOWN']);
    },
  );
});

describe('an account and a card account by hand (specification section 1)', () => {
  it('are opened, read, replaced, listed and closed', async () => {
    const customer = await newPerson();
    const own = customer._links.self.href;
    const opened: readonly (readonly [string, object, object])[] = [
      ['accounts', anAccount, { name: 'Sparekonto', cashAccountType: 'SVGS' }],
      ['card-accounts', aCard, { name: 'Fritidskort', creditLimit: '100.00' }],
    ];
    for (const [collection, body, change] of opened) {
      const made = await call('POST', `${own}/${collection}`, body);
      const account = jsonWith<Linked>(made, 201);
      const { href } = account._links.self;
      expect(made.headers['location']).toBe(href);
      expect(jsonWith(await call('GET', href), 200)).toEqual(account);
      const changed = jsonWith<{ name: string }>(await call('PUT', href, change), 200);
      expect(changed.name).toBe((change as { name: string }).name);
      const shown = JSON.stringify(jsonWith(await call('GET', own), 200));
      expect(shown).toContain(JSON.stringify(changed));
      expect((await call('DELETE', href)).status).toBe(204);
      expect(seen(await call('GET', href))).toEqual([404, 'RESOURCE_UNKNOWN']);
      expect(seen(await call('PUT', href, change))).toEqual([404, 'RESOURCE_UNKNOWN']);
      expect(seen(await call('DELETE', href))).toEqual([404, 'RESOURCE_UNKNOWN']);
    }
    expect(await call('GET', own).then((one) => one.json)).toEqual(customer);
  });

  it('are unknown under another customer', async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const { accountId } = await newAccount(one);
    const path = `${other._links.self.href}/accounts/${accountId}`;
    expect(seen(await call('GET', path))).toEqual([404, 'RESOURCE_UNKNOWN']);
    expect(seen(await call('PUT', path, { name: 'A' }))).toEqual([404, 'RESOURCE_UNKNOWN']);
    expect(seen(await call('DELETE', path))).toEqual([404, 'RESOURCE_UNKNOWN']);
  });

  it('are refused with the number of another one, by its path', async () => {
    const path = `${(await newPerson())._links.self.href}/accounts`;
    const refused = await call('POST', path, { ...anAccount, bban: '99991200017' });
    expect([seen(refused), pathsOf(refused)]).toEqual([[409, 'CONFLICT'], ['/bban']]);
  });

  it.each<[string, string, object]>([
    ['without a name', 'accounts', { openingBalance: '1.00' }],
    ['with a balance below zero', 'accounts', { ...anAccount, openingBalance: '-1.00' }],
    ['with a number of ten digits', 'accounts', { ...anAccount, bban: '8601111794' }],
    ['with an unknown kind', 'accounts', { ...anAccount, cashAccountType: 'GIRO' }],
    ['without a limit', 'card-accounts', { name: 'Kort' }],
    ['with a whole card number', 'card-accounts', { ...aCard, maskedPan: '9999991234560000' }],
    ['with an id of their own', 'accounts', { ...anAccount, accountId: randomUUID() }],
  ])('are refused %s', async (_what, collection, body) => {
    const { _links } = await newPerson();
    const answer = await call('POST', `${_links.self.href}/${collection}`, body);
    expect(seen(answer)).toEqual([400, 'FORMAT_ERROR']);
  });

  it('can be granted by the new customer at once, and are closed with the consent when the customer is removed', async () => {
    const customer = await newPerson();
    const { bban } = await newAccount(customer);
    const psu = { ...world, tpp: await test.newTpp('PSDNO-FSA-840000001') };
    const asked = await psu.tpp.call({ method: 'POST', path: '/v1/bank-offered-consents' });
    const link = scaRedirectOf(jsonWith(asked, 201));
    const listed = (await list()).find(({ customerId }) => customerId === customer.customerId);
    const back = await grantAt(psu, link, listed as never, { bbans: [bban] });
    const [psuId, tppSessionId] = ['psu-id', 'tpp-session-id'].map(
      (name) => back.searchParams.get(name) ?? '',
    );
    psu.tpp.actFor({ psuId: psuId ?? '', tppSessionId: tppSessionId ?? '' });
    const read = () => psu.tpp.call({ method: 'GET', path: '/v1/accounts' });
    expect(jsonWith(await read(), 200)).toMatchObject({ accounts: [{ bban }] });
    await call('DELETE', customer._links.self.href);
    expect(seen(await read())).toEqual([401, 'CONSENT_INVALID']);
    const consent = `/v1/bank-offered-consents/${jsonWith<Asked>(asked, 201).consentId}/status`;
    const status = await psu.tpp.call({ method: 'GET', path: consent });
    expect(jsonWith(status, 200)).toEqual({ consentStatus: 'terminatedByTpp' });
  });
});

describe('a reset of the sandbox', () => {
  it('removes what was made by hand and restores what was changed and removed', async () => {
    const before = await initialise();
    const [known] = await list();
    const account = known?.accounts[0];
    if (known === undefined || account === undefined) throw new Error('no customers');
    const made = await newPerson();
    await newAccount(made);
    jsonWith(await call('POST', `${made._links.self.href}/card-accounts`, aCard), 201);
    await newAccount(known);
    await call('PUT', known._links.self.href, { customerName: 'Another Name' });
    await call('PUT', account._links.self.href, { name: 'Another Name' });
    const [, gone] = await list();
    await call('DELETE', gone?._links.self.href ?? '');
    expect(await initialise()).toEqual(before);
  });
});

describe('test data in the shape of the field', () => {
  const [person, company, iban, card] = ['02030405061', '12345678', 'NO2812345678901', 'x'];
  const nok = (amount: number) => ({ currency: 'NOK', amount });
  const without = { 'tpp-id': 'any', 'tpp-redirect-uri': '' };
  const post = async <T extends object>(path: string, body: object) =>
    jsonWith<T & Linked>(
      await tpp.call({ method: 'POST', path: `/v1/sandbox/${path}`, body, headers: without }),
      201,
    );

  it('is made from the customer to the transactions, and answers as it was sent', async () => {
    const bodies = {
      customers: { customerNumber: person, name: 'Prøve Person', type: 'private' },
      accounts: {
        ...{ customerNumber: company, accountName: 'Driftskonto', bban: iban.slice(4), iban },
        ...{ currency: 'NOK', product: 'Pakke', cashAccountType: 'TAXE', creditLine: 100.5 },
        balances: [{ balanceType: 'EXPECTED', balanceAmount: nok(2500.75) }],
      },
      'card-accounts': {
        ...{ customerNumber: person, name: card, maskedPan: '9876xxxxxxxx0123', currency: 'NOK' },
        ...{ creditLimit: nok(4000), cardId: '7', status: 'ENABLED', expiry: '2021-12-31' },
      },
      agreements: {
        ...{ owner: company, name: 'Avtale ' },
        engagements: [{ customer: person, account: { iban }, roles: ['VIEW', 'REGISTER'] }],
      },
    };
    await post('customers', { customerNumber: company, name: 'Prøvefirma', type: 'corporate' });
    const made = new Map<string, Record<string, unknown> & Linked>();
    for (const [path, body] of Object.entries(bodies)) {
      const answer = await post<Record<string, unknown>>(path, body);
      expect(answer).toMatchObject(body);
      made.set(path, answer);
    }
    const idOf = (path: string, id: string) => String(made.get(path)?.[id]);
    const money = [
      { amount: 845.5, currency: 'NOK', bookingDate: '2018-02-03', purposeCode: 'any' },
      { amount: -45, currency: 'NOK', additionalInformationProprietary1: 'Prøve' },
    ];
    const booked = `accounts/${idOf('accounts', 'accountId')}/transactions`;
    expect(await post(booked, money)).toMatchObject(money);
    const uses = [{ cardTransactionId: 'p-1', transactionAmount: nok(75), invoiced: '' }];
    const ofCard = `card-accounts/${idOf('card-accounts', 'cardAccountId')}/transactions`;
    const [use] = (await post<Linked[]>(ofCard, uses)) as unknown as readonly Linked[];
    expect(use).toMatchObject(uses[0]!);
    expect(jsonWith(await call('GET', use?._links.self.href ?? ''), 200)).toMatchObject({
      cardTransactionId: 'p-1',
      transactionAmount: { amount: '75.00' },
    });
    const account = jsonWith(await call('GET', `/v1/sandbox/${booked.split('/tr')[0] ?? ''}`), 200);
    expect(account).toMatchObject({
      creditLine: 100.5,
      balances: [{ balanceAmount: nok(3301.25) }],
    });
  });

  it('names the transaction of a list that cannot be made, and makes none', async () => {
    const { accountId } = await post<{ accountId: string }>('accounts', {
      ...{ customerNumber: person, accountName: 'Konto' },
    });
    const path = `/v1/sandbox/accounts/${accountId}/transactions`;
    const refused = await call('POST', path, [
      { amount: 10, currency: 'NOK' },
      { amount: 10, currency: 'EUR' },
    ] as never);
    expect([seen(refused), pathsOf(refused)]).toEqual([[400, 'FORMAT_ERROR'], ['/1/currency']]);
    const account = jsonWith(await call('GET', `/v1/sandbox/accounts/${accountId}`), 200);
    expect(account).toMatchObject({ balances: [{ balanceAmount: nok(0) }] });
  });

  it('has account numbers with a wrong check digit, which only its own payments take', async () => {
    const payer = await test.newTpp('PSDNO-FSA-840000001');
    const pay = (bban: string) =>
      payer.call({
        ...{ method: 'POST', path: singlePath, headers: { 'psu-context': 'PRIVATE' } },
        body: { ...aDomesticPayment(), debtorAccount: { bban, currency: 'NOK' } },
      });
    expect((await pay(iban.slice(4))).status).toBe(201);
    const other = await pay('12345678902');
    expect([seen(other), pathsOf(other)]).toEqual([[400, 'FORMAT_ERROR'], ['/debtorAccount/bban']]);
  });

  it('is listed in pages of four members each, with links to the other pages', async () => {
    const first = await call('GET', `${customers}?limit=2`);
    const page = jsonWith<readonly object[]>(first, 200);
    const members = ['customerId', 'customerNumber', 'customerType', 'customerName'];
    expect(page.map((one) => Object.keys(one))).toEqual([members, members]);
    expect(first.headers['link']).toContain(`<${customers}?limit=2&offset=2>; rel="next"`);
    const wrong = await call('GET', `${customers}?limit=0`);
    expect([seen(wrong), pathsOf(wrong)]).toEqual([[400, 'FORMAT_ERROR'], ['limit']]);
  });

  it.each(['PUT', 'DELETE'] as const)('answers a repeated %s as the first one', async (method) => {
    const opened = await post('accounts', { customerNumber: person, accountName: 'Konto' });
    const path = opened._links.self.href;
    const headers = { 'x-request-id': randomUUID() };
    const body = method === 'PUT' ? { body: { accountName: 'Ny', status: 'BLOCKED' } } : {};
    const once = await tpp.call({ method, path, headers, ...body });
    const again = await tpp.call({ method, path, headers, ...body });
    expect([again.status, again.json]).toEqual([once.status, once.json]);
    expect(once.status).toBe(method === 'PUT' ? 200 : 204);
  });
});
