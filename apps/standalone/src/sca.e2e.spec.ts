import { randomUUID } from 'node:crypto';
import {
  aDomesticPayment,
  aPeriodicPayment,
  accountOf,
  approveAt,
  codesOf,
  grantAt,
  jsonWith,
  periodicPath,
  pageOf,
  refuseAt,
  scaRedirectOf,
  sendLogIn,
  setUpSandbox,
  singlePath,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const consents = '/v1/bank-offered-consents';
const baskets = '/v1/signing-baskets';
const straksPath = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';

let test: TestBank;
let customer: ListedCustomer;
let to: string;
beforeAll(async () => {
  test = await startTestBank();
  const [first, second] = await setUpSandbox(test.world());
  customer = first!;
  to = accountOf(second);
});
afterAll(() => test.stop());

/** A separate TPP for each test, without earlier SCA. */
let tpps = 0;
async function newWorld(roles?: Parameters<TestBank['newTpp']>[1]): Promise<World> {
  tpps += 1;
  const tpp = await test.newTpp(`PSDNO-FSA-8300000${String(tpps).padStart(2, '0')}`, roles);
  return { ...test.world(), tpp };
}

const call = ({ tpp }: World, method: TppCall['method'], path: string, rest: object = {}) =>
  tpp.call({ method, path, ...rest });
const seen = (answer: TppAnswer) => [answer.status, ...codesOf(answer)];
const linkOf = (answer: TppAnswer) => scaRedirectOf(answer.json as object);
const accounts = () => ({
  debtorAccount: { bban: accountOf(customer), currency: 'NOK' },
  creditorAccount: { bban: to, currency: 'NOK' },
});
const pay = (world: World, headers: TppCall['headers'] = {}) =>
  call(world, 'POST', singlePath, { body: aDomesticPayment(accounts()), headers });

/** Later calls carry the ids of the return address. */
function actAs({ tpp }: World, { searchParams: ids }: URL): void {
  tpp.actFor({
    psuId: ids.get('psu-id') ?? '',
    tppSessionId: ids.get('tpp-session-id') ?? '',
  });
}

/** An SCA as a PISP, at the link of GET /v1/user. */
async function meet(world: World): Promise<void> {
  actAs(world, await approveAt(world, linkOf(await call(world, 'GET', '/v1/user')), customer));
}

/** An SCA as an AISP, at the link of a consent. */
async function grant(world: World, headers: TppCall['headers'] = {}): Promise<void> {
  const asked = await call(world, 'POST', consents, { headers });
  actAs(world, await grantAt(world, linkOf(asked), customer, { bbans: [accountOf(customer)] }));
}

const under = (tppSessionId: string) => ({ headers: { 'tpp-session-id': tppSessionId } });
const userSeen = async (world: World, rest: object = {}) =>
  seen(await call(world, 'GET', '/v1/user', rest));
const accountsSeen = async (world: World, rest: object = {}) =>
  seen(await call(world, 'GET', '/v1/accounts', rest));

describe('an SCA of one TPP across its roles (specification 5.13)', () => {
  it('as an AISP serves the PISP: the session of a consent is live at /v1/user', async () => {
    const world = await newWorld();
    await grant(world);
    expect(await userSeen(world)).toEqual([200]);
  });

  it('as a PISP serves the AISP: the session of a payment reads the accounts of a consent', async () => {
    const world = await newWorld();
    await grant(world);
    const session = randomUUID();
    expect(await accountsSeen(world, under(session))).toEqual([401, 'SCA_NOT_FOUND']);
    const made = await pay(world, { 'tpp-session-id': session });
    await approveAt(world, linkOf(made), customer);
    expect(await accountsSeen(world, under(session))).toEqual([200]);
  });

  it('as a PISP under a new id ends the session of the AISP, which is led to SCA', async () => {
    const world = await newWorld();
    await grant(world);
    expect(await accountsSeen(world)).toEqual([200]);
    const made = await pay(world, { 'tpp-session-id': randomUUID() });
    await approveAt(world, linkOf(made), customer);
    const ended = await call(world, 'GET', '/v1/accounts');
    expect([...seen(ended), linkOf(ended)]).toEqual([
      ...[401, 'SCA_EXPIRED'],
      expect.stringContaining('/sign/'),
    ]);
  });

  it('as an AISP under a new id ends the session of the PISP', async () => {
    const world = await newWorld();
    await meet(world);
    expect(await userSeen(world)).toEqual([200]);
    const asked = await call(world, 'POST', consents, under(randomUUID()));
    await grantAt(world, linkOf(asked), customer, { bbans: [accountOf(customer)] });
    expect(await userSeen(world)).toEqual([401, 'SCA_EXPIRED']);
  });

  it('as a PISP under the same id ends nothing', async () => {
    const world = await newWorld();
    await grant(world);
    await approveAt(world, linkOf(await pay(world)), customer);
    expect([await accountsSeen(world), await userSeen(world)]).toEqual([[200], [200]]);
  });

  it('as a PISP that the PSU aborts leaves the session of the AISP valid', async () => {
    const world = await newWorld();
    await grant(world);
    const session = randomUUID();
    await refuseAt(world, linkOf(await pay(world, { 'tpp-session-id': session })), customer);
    expect(await accountsSeen(world)).toEqual([200]);
    expect(await userSeen(world, under(session))).toEqual([401, 'SCA_NOT_FOUND']);
  });
});

describe('an SCA of two TPPs (specification 5.13)', () => {
  it('is separate: that of a PISP neither serves nor ends that of an AISP', async () => {
    const [aisp, pisp] = [await newWorld(['PSP_AI']), await newWorld(['PSP_PI'])];
    await grant(aisp);
    await meet(pisp);
    await approveAt(pisp, linkOf(await pay(pisp)), customer);
    expect([await accountsSeen(aisp), await userSeen(pisp)]).toEqual([[200], [200]]);
    expect(await accountsSeen(pisp)).toEqual([403, 'FORBIDDEN']);
    expect(seen(await pay(aisp))).toEqual([403, 'FORBIDDEN']);
  });
});

describe('the address to which the PSU comes back after SCA (specification 5.10)', () => {
  const address = 'https://shop.example:8443/psu/back?order=7&lang=nb';
  const headers = { 'tpp-redirect-uri': address };
  const posted = async (world: World, path: string, body: object) =>
    call(world, 'POST', path, { body, headers });
  const made = async (world: World) =>
    jsonWith<{ paymentId: string }>(await pay(world), 201).paymentId;

  it.each<[string, (world: World) => Promise<TppAnswer>]>([
    ['a payment', (world) => posted(world, singlePath, aDomesticPayment(accounts()))],
    ['a periodic payment', (world) => posted(world, periodicPath, aPeriodicPayment(accounts()))],
    ['a basket', async (world) => posted(world, baskets, { paymentIds: [await made(world)] })],
    ['GET /v1/user', (world) => call(world, 'GET', '/v1/user', { headers: newSession() })],
    [
      'a new link of a payment',
      async (world) =>
        call(world, 'POST', `${singlePath}/${await made(world)}/authorisations`, { headers }),
    ],
    [
      'the cancellation of a payment',
      async (world) => {
        const answer = await pay(world);
        await approveAt(world, linkOf(answer), customer);
        const { paymentId } = answer.json as { paymentId: string };
        return call(world, 'DELETE', `${singlePath}/${paymentId}`, { headers });
      },
    ],
  ])('is TPP-Redirect-URI of the request for %s', async (_what, asking) => {
    const world = await newWorld();
    await meet(world);
    const back = await approveAt(world, linkOf(await asking(world)), customer);
    expect(`${back.origin}${back.pathname}`).toBe('https://shop.example:8443/psu/back');
    expect([back.searchParams.get('order'), back.searchParams.get('lang')]).toEqual(['7', 'nb']);
    expect(back.searchParams.get('psu-id')).not.toBeNull();
  });

  const newSession = () => ({ ...headers, 'tpp-session-id': randomUUID() });

  it('is TPP-Redirect-URI of the request for a consent', async () => {
    const world = await newWorld();
    const href = linkOf(await call(world, 'POST', consents, { headers }));
    const back = await grantAt(world, href, customer, { bbans: [accountOf(customer)] });
    expect(back.href.startsWith(`${address}&`)).toBe(true);
  });

  it('is TPP-Redirect-URI after a failed SCA, too', async () => {
    const world = await newWorld();
    await meet(world);
    const refused = await posted(world, singlePath, aDomesticPayment(accounts()));
    const back = await refuseAt(world, linkOf(refused), customer);
    expect(back.href.startsWith(`${address}&`)).toBe(true);
    expect(back.searchParams.get('code')).toBe('SCA_INVALID');
  });
});

describe('SCA of a transaction (specification 5.10)', () => {
  it.each([
    ['a payment', singlePath, () => aDomesticPayment(accounts())],
    ['an instant payment', straksPath, () => aDomesticPayment(accounts())],
    ['a periodic payment', periodicPath, () => aPeriodicPayment(accounts())],
    [
      "a payment between the PSU's own accounts",
      singlePath,
      () =>
        aDomesticPayment({
          ...accounts(),
          creditorAccount: { bban: accountOf(customer, 1), currency: 'NOK' },
        }),
    ],
  ])('is demanded of %s, though the session is live', async (_what, path, body) => {
    const world = await newWorld();
    await meet(world);
    const made = await call(world, 'POST', path, { body: body() });
    expect([made.status, made.json]).toMatchObject([201, { transactionStatus: 'RCVD' }]);
    expect(linkOf(made)).toContain('/sign/');
    const { paymentId } = made.json as { paymentId: string };
    const fix = { 'x-accept-fix': 'amount-as-string,payment-status-before-approval' };
    const status = await call(world, 'GET', `${path}/${paymentId}/status`, { headers: fix });
    expect(status.json).toMatchObject({ transactionStatus: 'RCVD' });
  });
});

describe('the page of a payment', () => {
  /** What the page says, without the code, which differs from page to page. */
  async function said(world: World, amount: string): Promise<string> {
    const instructedAmount = { amount, currency: 'NOK' };
    const body = aDomesticPayment({ ...accounts(), instructedAmount });
    const made = await call(world, 'POST', singlePath, { body });
    expect(made.status).toBe(201);
    const browser = world.newBrowser();
    const asked = pageOf(await browser.open(linkOf(made)));
    const { html } = pageOf(await sendLogIn(browser, asked, customer));
    html.querySelector('#sandbox-code')?.remove();
    const text = html.querySelector('main')?.textContent ?? '';
    return text.replace(/\d{2}:\d{2}/g, 'TIME').replace(/[\d\s,]+\.\d{2}/g, ' AMOUNT');
  }

  it('does not say before the SCA whether the account covers it', async () => {
    const world = await newWorld();
    await meet(world);
    const covered = await said(world, '1.00');
    expect(covered).toContain('AMOUNT');
    expect(await said(world, '4999999.00')).toBe(covered);
  });
});
