import { randomUUID } from 'node:crypto';
import {
  aDomesticPayment,
  approveAt,
  approveForAt,
  codesOf,
  contextsAt,
  failAt,
  grantAt,
  jsonWith,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
} from '@nordgate/testing';
import type { ListedCustomer, MadePayment, World } from '@nordgate/testing';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const consents = '/v1/bank-offered-consents';
const baskets = '/v1/signing-baskets';
const first = 'Sandbox Bedrift Én AS';
const second = 'Sandbox Bedrift To AS';
/** The running account and the payroll account of the second company. */
const running = '99996000024';
const payroll = '99996300036';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface User {
  readonly psuId: string;
  readonly psuCorporateId?: string;
  readonly context: string;
}
interface Agreements {
  readonly agreements: readonly { readonly id: string; readonly name: string }[];
}

let test: TestBank;
/** Acts for both companies. */
let person: ListedCustomer;
/** Acts for the second company only. */
let colleague: ListedCustomer;
beforeAll(async () => {
  test = await startTestBank();
  const [one, two] = await setUpSandbox(test.world());
  [colleague, person] = [one!, two!];
});
afterAll(() => test.stop());

/** A separate TPP for each test, without earlier SCA. */
let tpps = 0;
async function newWorld(roles?: Parameters<TestBank['newTpp']>[1]): Promise<World> {
  tpps += 1;
  const tpp = await test.newTpp(`PSDNO-FSA-8200000${String(tpps).padStart(2, '0')}`, roles);
  return { ...test.world(), tpp };
}

const call = ({ tpp }: World, method: TppCall['method'], path: string, rest: object = {}) =>
  tpp.call({ method, path, ...rest });
const seen = (answer: TppAnswer) => [answer.status, ...codesOf(answer)];
const linkOf = (answer: TppAnswer) => scaRedirectOf(answer.json as object);
const from = (bban: string) => aDomesticPayment({ debtorAccount: { bban, currency: 'NOK' } });
const pay = (world: World, bban: string, headers: TppCall['headers'] = {}) =>
  call(world, 'POST', singlePath, { body: from(bban), headers });

/** Later calls carry the ids of the return address. */
function actAs({ tpp }: World, { searchParams: ids }: URL) {
  const corporateId = ids.get('psu-corporate-id');
  tpp.actFor({
    psuId: ids.get('psu-id') ?? '',
    tppSessionId: ids.get('tpp-session-id') ?? '',
    ...(corporateId !== null && { corporateId }),
  });
}

/** A PSU of this TPP after SCA at the link of GET /v1/user. */
async function meet(world: World, customer = person, organisation?: string): Promise<URL> {
  const href = linkOf(await call(world, 'GET', '/v1/user'));
  const back =
    organisation === undefined
      ? await approveAt(world, href, customer)
      : await approveForAt(world, href, customer, organisation);
  actAs(world, back);
  return back;
}

describe('GET /v1/user of a PISP that is not an AISP (specification 4.4)', () => {
  it('leads the PSU to SCA, and then answers with the PSU-ID that payments take', async () => {
    const world = await newWorld(['PSP_PI']);
    const refused = await call(world, 'GET', '/v1/user');
    expect(seen(refused)).toEqual([401, 'SCA_NOT_FOUND']);
    const back = await approveAt(world, linkOf(refused), person);
    actAs(world, back);
    const user = jsonWith<User>(await call(world, 'GET', '/v1/user'), 200);
    expect(user).toMatchObject({ psuId: back.searchParams.get('psu-id'), context: 'PRIVATE' });
    expect((await pay(world, person.accounts[0]!.bban)).status).toBe(201);
    expect(seen(await call(world, 'GET', '/v1/accounts'))).toEqual([403, 'FORBIDDEN']);
  });

  it('answers for the context that the request names, in one session', async () => {
    const world = await newWorld(['PSP_PI', 'PSP_AI']);
    const back = await meet(world);
    const answer = await call(world, 'GET', '/v1/agreements');
    const { agreements } = jsonWith<Agreements>(answer, 200);
    const corporateId = agreements.find(({ name }) => name === second)?.id;
    const asPrivate = { context: 'PRIVATE', psuId: back.searchParams.get('psu-id') };
    const user = async (headers: TppCall['headers']) =>
      jsonWith<User>(await call(world, 'GET', '/v1/user', { headers }), 200);
    expect(await user({})).toMatchObject(asPrivate);
    expect(await user({ 'psu-context': 'PRIVATE' })).toMatchObject(asPrivate);
    expect(await user({ 'psu-corporate-id': corporateId })).toMatchObject({
      context: 'CORPORATE',
      psuCorporateId: corporateId,
      psuId: asPrivate.psuId,
    });
    const foreign = { 'psu-corporate-id': randomUUID() };
    const refused = await call(world, 'GET', '/v1/user', { headers: foreign });
    expect(seen(refused)).toEqual([401, 'PSU_CREDENTIALS_INVALID']);
    expect(refused.json).not.toHaveProperty('_links');
    const both = { 'psu-context': 'PRIVATE', 'psu-corporate-id': corporateId };
    const denied = await call(world, 'GET', '/v1/user', { headers: both });
    expect(seen(denied)).toEqual([400, 'FORMAT_ERROR']);
  });

  it('leads a PSU-ID that was never issued to a log-in that any PSU may use', async () => {
    const world = await newWorld(['PSP_PI']);
    world.tpp.actFor({ psuId: randomUUID(), tppSessionId: 's-1' });
    const refused = await call(world, 'GET', '/v1/user');
    expect(seen(refused)).toEqual([401, 'SCA_NOT_FOUND']);
    const back = await approveAt(world, linkOf(refused), person);
    expect(back.searchParams.get('psu-id')).toMatch(uuid);
  });

  it('needs the role of a PISP or an AISP', async () => {
    const world = await newWorld(['PSP_IC']);
    expect(seen(await call(world, 'GET', '/v1/user'))).toEqual([403, 'FORBIDDEN']);
  });
});

describe('the context of a PSU (specification 5.14)', () => {
  const own = () => person.accounts[0]!.bban;

  it.each<[string, (world: World) => Promise<TppAnswer>]>([
    ['GET /v1/user', (world) => call(world, 'GET', '/v1/user')],
    ['GET /v1/accounts', (world) => call(world, 'GET', '/v1/accounts')],
    ['a consent', (world) => call(world, 'POST', consents)],
  ])('is chosen by the PSU during SCA at the link of %s', async (_what, asking) => {
    const href = linkOf(await asking(await newWorld()));
    const names = await contextsAt(test.world(), href, person);
    expect([...names].sort()).toEqual([first, second, person.customerName].sort());
  });

  it('is the only one that can pay at the link of a payment, without a choice', async () => {
    const world = await newWorld();
    await meet(world);
    const href = linkOf(await pay(world, own()));
    expect(await contextsAt(test.world(), href, person)).toEqual([]);
  });

  it('is told to the TPP as the PSU has chosen it', async () => {
    const world = await newWorld();
    const privately = (await meet(world)).searchParams;
    expect([privately.get('context'), privately.get('psu-corporate-id')]).toEqual([
      'PRIVATE',
      null,
    ]);
    world.tpp.actFor(undefined);
    const forCompany = (await meet(world, person, second)).searchParams;
    expect(forCompany.get('context')).toBe('CORPORATE');
    expect(forCompany.get('psu-corporate-id')).toMatch(uuid);
    expect(forCompany.get('psu-id')).toBe(privately.get('psu-id'));
  });

  it('is corporate in later calls with PSU-ID and PSU-Corporate-ID: the company pays', async () => {
    const world = await newWorld();
    const { searchParams: ids } = await meet(world, person, second);
    expect(jsonWith<User>(await call(world, 'GET', '/v1/user'), 200)).toMatchObject({
      psuId: ids.get('psu-id'),
      psuCorporateId: ids.get('psu-corporate-id'),
      context: 'CORPORATE',
    });
    expect(await contextsAt(world, linkOf(await pay(world, running)), person)).toEqual([]);
    const made = jsonWith<MadePayment>(await pay(world, running), 201);
    const back = await approveForAt(world, scaRedirectOf(made), person, second);
    expect(back.searchParams.get('psu-corporate-id')).toBe(ids.get('psu-corporate-id'));
    const status = await call(world, 'GET', `${singlePath}/${made.paymentId}/status`);
    expect(status.json).toMatchObject({ transactionStatus: 'ACTC' });
  });

  it('is the company of PSU-Corporate-ID: a customer of another company cannot approve', async () => {
    const world = await newWorld();
    await meet(world, person, first);
    const href = linkOf(await pay(world, running));
    const back = await failAt(world, href, colleague);
    expect(back.searchParams.get('code')).toBe('PSU_CREDENTIALS_INVALID');
  });

  it('needs PSU-Corporate-ID where PSU-Context says CORPORATE', async () => {
    const world = await newWorld();
    const { searchParams: ids } = await meet(world);
    expect(ids.get('context')).toBe('PRIVATE');
    const refused = await pay(world, running, { 'psu-context': 'CORPORATE' });
    expect(seen(refused)).toEqual([400, 'HTTP_HEADER_REQUIRED']);
  });
});

describe("a corporate user's request without PSU-Corporate-ID (specification 5.14)", () => {
  let world: World;
  let paymentId: string;
  let basketId: string;
  let consentId: string;
  beforeAll(async () => {
    world = await newWorld();
    const { searchParams: ids } = await meet(world, person, second);
    ({ paymentId } = jsonWith<MadePayment>(await pay(world, running), 201));
    const member = jsonWith<MadePayment>(await pay(world, running), 201);
    const body = { paymentIds: [member.paymentId] };
    const basket = await call(world, 'POST', baskets, { body });
    ({ basketId } = jsonWith<{ basketId: string }>(basket, 201));
    const consent = await call(world, 'POST', consents);
    ({ consentId } = jsonWith<{ consentId: string }>(consent, 201));
    world.tpp.actFor({
      psuId: ids.get('psu-id') ?? '',
      tppSessionId: ids.get('tpp-session-id') ?? '',
    });
  });

  it.each<[string, TppCall['method'], () => string, object | undefined]>([
    ['for a payment', 'POST', () => singlePath, from(running)],
    ['for a basket', 'POST', () => baskets, { paymentIds: ['one'] }],
    ['for a payment read', 'GET', () => `${singlePath}/${paymentId}`, undefined],
    ['for the status of a payment', 'GET', () => `${singlePath}/${paymentId}/status`, undefined],
    ['for the deletion of a payment', 'DELETE', () => `${singlePath}/${paymentId}`, undefined],
    [
      'for a new link of a payment',
      'POST',
      () => `${singlePath}/${paymentId}/authorisations`,
      undefined,
    ],
    ['for a basket read', 'GET', () => `${baskets}/${basketId}`, undefined],
    ['for the status of a basket', 'GET', () => `${baskets}/${basketId}/status`, undefined],
    ['for the deletion of a basket', 'DELETE', () => `${baskets}/${basketId}`, undefined],
    ['for /v1/user', 'GET', () => '/v1/user', undefined],
    ['for /v1/accounts', 'GET', () => '/v1/accounts', undefined],
    ['for a consent read', 'GET', () => `${consents}/${consentId}`, undefined],
    ['for the end of a consent', 'DELETE', () => `${consents}/${consentId}`, undefined],
  ])('is answered 400 %s', async (_what, method, path, body) => {
    const answer = await call(world, method, path(), { ...(body && { body }) });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      tppMessages: [{ code: 'HTTP_HEADER_REQUIRED', path: 'PSU-Corporate-ID' }],
    });
  });
});

describe('GET /v1/agreements (specification 5.14)', () => {
  it.each([['PSP_PI'], ['PSP_AI']] as const)(
    'lists the agreements of a PSU-ID that the TPP already has: %s',
    async (role) => {
      const world = await newWorld([role]);
      await meet(world);
      const answer = await call(world, 'GET', '/v1/agreements');
      const { agreements } = jsonWith<Agreements>(answer, 200);
      expect(agreements.map(({ name }) => name).sort()).toEqual([first, second].sort());
    },
  );

  it('gives an id that starts a new consent flow, for that context alone', async () => {
    const world = await newWorld();
    const granted = jsonWith<object>(await call(world, 'POST', consents), 201);
    const own = person.accounts[0]!.bban;
    actAs(world, await grantAt(world, scaRedirectOf(granted), person, { bbans: [own] }));
    const listed = await call(world, 'GET', '/v1/agreements');
    const { agreements } = jsonWith<Agreements>(listed, 200);
    const id = agreements.find(({ name }) => name === second)?.id;
    const chosen = { headers: { 'psu-corporate-id': id } };
    const refused = await call(world, 'GET', '/v1/accounts', chosen);
    expect(seen(refused)).toEqual([401, 'CONSENT_UNKNOWN']);
    expect(await contextsAt(world, linkOf(refused), person)).toEqual([]);
    const again = await call(world, 'GET', '/v1/accounts', chosen);
    const back = await grantAt(world, linkOf(again), person, { bbans: [payroll] });
    expect(back.searchParams.get('context')).toBe('CORPORATE');
    expect(back.searchParams.get('psu-corporate-id')).toBe(id);
    const bbans = async (rest: object) =>
      jsonWith<{ accounts: readonly { bban: string }[] }>(
        await call(world, 'GET', '/v1/accounts', rest),
        200,
      ).accounts.map(({ bban }) => bban);
    expect([await bbans(chosen), await bbans({})]).toEqual([[payroll], [own]]);
  });
});
