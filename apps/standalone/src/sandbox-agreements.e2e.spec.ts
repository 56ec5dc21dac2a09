import { randomUUID } from 'node:crypto';
import { codesOf, grantAt, jsonWith, scaRedirectOf, setUpSandbox } from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import type { TppAnswer, TppClient } from '@nordgate/tpp-client';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const agreements = '/v1/sandbox/agreements';
const customers = '/v1/sandbox/customers';

interface Linked {
  readonly _links: { readonly self: { readonly href: string } };
}
interface Engagement extends Linked {
  readonly engagementId: string;
}
interface Agreement extends Linked {
  readonly agreementId: string;
  readonly engagements: readonly Engagement[];
}
interface Customer extends Linked {
  readonly customerId: string;
  readonly customerType: string;
}
interface Account extends Linked {
  readonly accountId: string;
  readonly bban: string;
}

let test: TestBank;
let world: World;
let tpp: TppClient;
/** A company and a person that were made by hand, and the account of the company. */
let company: Customer;
let person: Customer;
let account: Account;

beforeAll(async () => {
  test = await startTestBank();
  world = test.world();
  await setUpSandbox(world);
  tpp = await test.newTpp('PSDNO-FSA-850000001', ['PSP_IC']);
});
afterAll(() => test.stop());
beforeEach(async () => {
  company = await made(customers, { customerType: 'CORPORATE', customerName: 'Sandbox Ny AS' });
  person = await made(customers, { customerType: 'PRIVATE', customerName: 'Sandbox Person Ny' });
  account = await made(`${company._links.self.href}/accounts`, { name: 'Driftskonto' });
});

const seen = (answer: TppAnswer) => [answer.status, ...codesOf(answer)];
const pathsOf = ({ json }: TppAnswer) =>
  (json as { tppMessages: readonly { path?: string }[] }).tppMessages.map(({ path }) => path);
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  tpp.call({ method, path, ...(body && { body }) });
async function made<Made extends Linked>(path: string, body: object): Promise<Made> {
  const answer = await call('POST', path, body);
  const resource = jsonWith<Made>(answer, 201);
  expect(answer.headers['location']).toBe(resource._links.self.href);
  return resource;
}
const list = async () =>
  jsonWith<{ agreements: readonly Agreement[] }>(await call('GET', agreements), 200).agreements;

const aSigning = () => ({ ownerId: company.customerId, name: 'Ny avtale' });
const anEngagement = (change: object = {}) => ({
  customerId: person.customerId,
  accountId: account.accountId,
  roles: ['REGISTER', 'VIEW', 'APPROVE'],
  ...change,
});
const engagementsOf = ({ _links }: Linked) => `${_links.self.href}/engagements`;

describe('a sandbox agreement by hand (specification section 1)', () => {
  it('is made, read, replaced, listed and removed with its engagements', async () => {
    const agreement = await made<Agreement>(agreements, aSigning());
    expect(agreement).toMatchObject({ ...aSigning(), signers: 1, engagements: [] });
    const engagement = await made<Engagement>(engagementsOf(agreement), anEngagement());
    expect(engagement).toMatchObject(anEngagement());
    const { href } = agreement._links.self;
    const whole = { ...agreement, engagements: [engagement] };
    expect(jsonWith(await call('GET', href), 200)).toEqual(whole);
    expect(await list()).toContainEqual(whole);
    const change = { name: 'To underskrifter', signers: 2 };
    expect(jsonWith(await call('PUT', href, change), 200)).toEqual({ ...whole, ...change });
    const one = engagement._links.self.href;
    const view = anEngagement({ roles: ['VIEW'] });
    expect(jsonWith(await call('PUT', one, view), 200)).toEqual({ ...engagement, ...view });
    expect(jsonWith(await call('GET', one), 200)).toEqual({ ...engagement, ...view });
    expect((await call('DELETE', one)).status).toBe(204);
    for (const gone of [one, `${href}/engagements/${randomUUID()}`]) {
      expect(seen(await call('GET', gone))).toEqual([404, 'RESOURCE_UNKNOWN']);
      expect(seen(await call('PUT', gone, view))).toEqual([404, 'RESOURCE_UNKNOWN']);
      expect(seen(await call('DELETE', gone))).toEqual([404, 'RESOURCE_UNKNOWN']);
    }
    expect((await call('DELETE', href)).status).toBe(204);
    for (const gone of [href, `${agreements}/${randomUUID()}`, `${agreements}/x`]) {
      expect(seen(await call('GET', gone))).toEqual([404, 'RESOURCE_UNKNOWN']);
      expect(seen(await call('PUT', gone, change))).toEqual([404, 'RESOURCE_UNKNOWN']);
      expect(seen(await call('DELETE', gone))).toEqual([404, 'RESOURCE_UNKNOWN']);
      const engaging = await call('POST', `${gone}/engagements`, anEngagement());
      expect(seen(engaging)).toEqual([404, 'RESOURCE_UNKNOWN']);
    }
  });

  it('lets an engaged person grant the account of the organisation, until the agreement ends', async () => {
    const agreement = await made<Agreement>(agreements, aSigning());
    await made(engagementsOf(agreement), anEngagement());
    const psu = { ...world, tpp: await test.newTpp('PSDNO-FSA-850000001') };
    const asked = await psu.tpp.call({ method: 'POST', path: '/v1/bank-offered-consents' });
    const link = scaRedirectOf(jsonWith(asked, 201));
    const choice = { bbans: [account.bban], actsFor: 'Sandbox Ny AS' };
    const back = await grantAt(psu, link, person as unknown as ListedCustomer, choice);
    const [psuId = '', tppSessionId = '', corporateId = ''] = [
      'psu-id',
      'tpp-session-id',
      'psu-corporate-id',
    ].map((name) => back.searchParams.get(name) ?? '');
    psu.tpp.actFor({ psuId, tppSessionId, corporateId });
    const read = () => psu.tpp.call({ method: 'GET', path: '/v1/accounts' });
    expect(jsonWith(await read(), 200)).toMatchObject({ accounts: [{ bban: account.bban }] });
    await call('DELETE', agreement._links.self.href);
    expect(JSON.stringify((await read()).json)).not.toContain(account.bban);
  });

  it.each<[string, () => object, string]>([
    ['a person as the owner', () => ({ ...aSigning(), ownerId: person.customerId }), '/ownerId'],
    ['an unknown owner', () => ({ ...aSigning(), ownerId: randomUUID() }), '/ownerId'],
  ])('is refused with %s', async (_what, body, path) => {
    const answer = await call('POST', agreements, body());
    expect([seen(answer), pathsOf(answer)]).toEqual([[400, 'RESOURCE_UNKNOWN'], [path]]);
  });

  it.each<[string, () => object]>([
    ['without an owner', () => ({ name: 'A' })],
    ['without a name', () => ({ ownerId: company.customerId })],
    ['with no signer', () => ({ ...aSigning(), signers: 0 })],
    ['with three signers', () => ({ ...aSigning(), signers: 3 })],
    ['with engagements', () => ({ ...aSigning(), engagements: [] })],
    ['with an owner that is no id', () => ({ ...aSigning(), ownerId: '310000108' })],
  ])('is refused %s', async (_what, body) => {
    expect(seen(await call('POST', agreements, body()))).toEqual([400, 'FORMAT_ERROR']);
  });
});

describe('an engagement by hand', () => {
  it.each<[string, () => object, readonly [readonly unknown[], string]]>([
    [
      'an unknown person',
      () => ({ customerId: randomUUID() }),
      [[400, 'RESOURCE_UNKNOWN'], '/customerId'],
    ],
    [
      'a company',
      () => ({ customerId: company.customerId }),
      [[400, 'RESOURCE_UNKNOWN'], '/customerId'],
    ],
    [
      'an unknown account',
      () => ({ accountId: randomUUID() }),
      [[400, 'RESOURCE_UNKNOWN'], '/accountId'],
    ],
    ['no roles', () => ({ roles: [] }), [[400, 'FORMAT_ERROR'], '/roles']],
    ['another role', () => ({ roles: ['SIGN'] }), [[400, 'FORMAT_ERROR'], '/roles/0']],
    ['a role twice', () => ({ roles: ['VIEW', 'VIEW'] }), [[400, 'FORMAT_ERROR'], '/roles/1']],
  ])('is refused for %s', async (_what, change, [status, path]) => {
    const agreement = await made<Agreement>(agreements, aSigning());
    const answer = await call('POST', engagementsOf(agreement), anEngagement(change()));
    expect([seen(answer), pathsOf(answer)]).toEqual([status, [path]]);
  });

  it('is refused twice for one person and account, and made once by a repeated request', async () => {
    const path = engagementsOf(await made<Agreement>(agreements, aSigning()));
    const headers = { 'x-request-id': randomUUID() };
    const body = anEngagement();
    const post = () => tpp.call({ method: 'POST', path, body, headers });
    const first = jsonWith(await post(), 201);
    expect(jsonWith(await post(), 201)).toEqual(first);
    const again = await call('POST', path, body);
    expect([seen(again), pathsOf(again)]).toEqual([[409, 'CONFLICT'], ['/accountId']]);
  });

  it('ends with its account, and with its person', async () => {
    const agreement = await made<Agreement>(agreements, aSigning());
    const { href } = agreement._links.self;
    const other = await made<Account>(`${company._links.self.href}/accounts`, { name: 'Lønn' });
    await made(engagementsOf(agreement), anEngagement());
    await made(engagementsOf(agreement), anEngagement({ accountId: other.accountId }));
    const kept = async () => jsonWith<Agreement>(await call('GET', href), 200).engagements.length;
    expect(await kept()).toBe(2);
    await call('DELETE', account._links.self.href);
    expect(await kept()).toBe(1);
    await call('DELETE', person._links.self.href);
    expect(await kept()).toBe(0);
    await call('DELETE', company._links.self.href);
    expect(seen(await call('GET', href))).toEqual([404, 'RESOURCE_UNKNOWN']);
  });
});

describe('a reset of the sandbox', () => {
  it('ends the agreements that were made by hand and restores the others', async () => {
    const initialise = async () =>
      jsonWith<object>(await call('POST', '/v1/sandbox/initialize'), 200);
    await initialise();
    const before = await list();
    const [changed, ended] = before;
    await call('PUT', changed?._links.self.href ?? '', { name: 'Another Name' });
    await call('DELETE', changed?.engagements[0]?._links.self.href ?? '');
    await call('DELETE', ended?._links.self.href ?? '');
    company = await made(customers, { customerType: 'CORPORATE', customerName: 'Sandbox Ny AS' });
    await made(agreements, aSigning());
    await initialise();
    expect(await list()).toEqual(before);
  });
});
