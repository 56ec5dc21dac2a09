import { paymentProducts } from '@nordgate/contracts/http';
import {
  listedCustomers,
  eventually,
  accountOf,
  aDomesticPayment,
  aPeriodicPayment,
  approveAt,
  approveForAt,
  approveShown,
  basketStatusOf,
  codesOf,
  enterOwnPage,
  failAt,
  makeBasket,
  openToSign,
  pageOf,
  periodicPath,
  refuseAt,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
  statusOf,
} from '@nordgate/testing';
import type { ListedCustomer, PsuBrowser, World } from '@nordgate/testing';
import type { TppAnswer } from '@nordgate/tpp-client';
import { actForPsuIn } from './testing/known-psu.js';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

/** The change reaches the gateway within seconds, so a look every 0.2 s suffices. */
const slowly = { limitMs: 60_000, everyMs: 200 };

const bulkPath = '/v1/bulk-payments/norwegian-domestic-credit-transfers';
const bulkBody = paymentProducts[0]?.services['bulk-payments']?.body.example as object;
const corporate = { 'psu-context': 'CORPORATE' };

describe('an agreement with two required signatures', () => {
  let test: TestBank;
  let world: World;
  let people: ReadonlyMap<string, ListedCustomer>;
  let company: ListedCustomer;
  beforeAll(async () => {
    test = await startTestBank();
    world = test.world();
    await setUpSandbox(world);
    const customers = await listedCustomers(world.tpp);
    people = new Map(customers.map((one) => [one.customerName, one]));
    company = people.get('Sandbox Bedrift Tre AS')!;
  });
  afterAll(() => test.stop());

  const person = (name: 'Tre' | 'Fire' | 'Fem' | 'Én') => people.get(`Sandbox Person ${name}`)!;
  const ofCompany = (account = 0) => ({
    debtorAccount: { bban: accountOf(company, account), currency: 'NOK' },
    creditorAccount: { bban: accountOf(person('Én')), currency: 'NOK' },
  });
  const post = (path: string, body: object) =>
    world.tpp.call({ method: 'POST', path, body, headers: corporate });
  const made = async (path = singlePath, body: object = aDomesticPayment(ofCompany())) => {
    const { json } = await post(path, body);
    const { paymentId } = json as { paymentId: string };
    return { paymentId, transactionStatus: 'RCVD', scaHref: scaRedirectOf(json as object), path };
  };
  /** A projection lists what waits for a second signature: a moment after the first. */
  const listed = () =>
    eventually('the payment is listed for a second signature', async () => {
      const { text } = await enterOwnPage(world.newBrowser(), test.bank.scaUrl, person('Tre'));
      return text.includes('Somebody else has to sign too.');
    });
  const signedFirst = async (...what: Parameters<typeof made>) => {
    const payment = await made(...what);
    await approveAt(world, payment.scaHref, person('Tre'));
    await listed();
    return payment;
  };
  const status = ({ path, paymentId }: { path: string; paymentId: string }) =>
    statusOf(world, path, paymentId);
  const told = (answer: TppAnswer) => [answer.status, ...codesOf(answer)];
  const ownPage = (browser: PsuBrowser, who: ListedCustomer) =>
    enterOwnPage(browser, test.bank.scaUrl, who);
  const scaStatuses = async (path: string) => {
    const { json } = await world.tpp.call({ method: 'GET', path });
    const { authorisationIds } = json as { authorisationIds: readonly string[] };
    const answers = authorisationIds.map((id) =>
      world.tpp.call({ method: 'GET', path: `${path}/${id}` }),
    );
    return (await Promise.all(answers)).map(
      (answer) => (answer.json as { scaStatus: string }).scaStatus,
    );
  };

  /** The TPP learns who the first signer is, and acts for them from now on. */
  const actForTre = async () => {
    const { scaHref } = await made();
    return actForPsuIn(world.tpp, await approveAt(world, scaHref, person('Tre')));
  };

  /** The TPP meets another signer, and acts for them from now on. */
  const actForSigner = async (name: 'Fire' | 'Fem') => {
    world.tpp.actFor(undefined);
    const asked = await world.tpp.call({ method: 'GET', path: '/v1/user', headers: corporate });
    const href = scaRedirectOf(asked.json as object);
    const back = await approveForAt(world, href, person(name), company.customerName);
    const known = {
      psuId: back.searchParams.get('psu-id') ?? '',
      tppSessionId: back.searchParams.get('tpp-session-id') ?? '',
      corporateId: back.searchParams.get('psu-corporate-id') ?? '',
    };
    world.tpp.actFor(known);
    return known;
  };
  const shown = { 'x-accept-fix': 'amount-as-string,payment-status-before-approval' };
  const get = (path: string) => world.tpp.call({ method: 'GET', path, headers: shown });

  /** Everything that waits is refused, so that no test sees what another has left. */
  afterEach(async () => {
    world.tpp.actFor(undefined);
    const browser = world.newBrowser();
    let page = await ownPage(browser, person('Fire'));
    while (page.html.querySelector('form[action$="/my/sign"]') !== null) {
      const shown = await openToSign(browser, page);
      page = pageOf(await browser.submit(shown, { to: '/refuse' }));
    }
  });

  it('lets a payment wait for the second signer, who signs at the bank', async () => {
    const payment = await made();
    const shown = ['125.50', 'Kari Kreditor', 'Two people have to sign payments for'];
    const back = await approveAt(world, payment.scaHref, person('Tre'), shown);
    expect(back.searchParams.get('context')).toBe('CORPORATE');
    expect(await status(payment)).toBe('PDNG');
    const path = `${singlePath}/${payment.paymentId}`;
    // The known issue hides what is not approved yet (specification 3): two have to.
    const unfixed = { 'x-accept-fix': 'amount-as-string' };
    expect(told(await world.tpp.call({ method: 'GET', path, headers: unfixed }))).toEqual([
      404,
      'RESOURCE_UNKNOWN',
    ]);
    expect(told(await world.tpp.call({ method: 'DELETE', path }))).toEqual([409, 'CONFLICT']);
    expect(await scaStatuses(`${path}/authorisations`)).toEqual(['finalised']);

    await listed();
    const browser = world.newBrowser();
    const page = await ownPage(browser, person('Fire'));
    for (const one of ['125.50', 'Kari Kreditor', 'Sandbox Person Tre', 'Demo TPP AS']) {
      expect(page.text).toContain(one);
    }
    const approval = await openToSign(browser, page);
    expect(approval.text).toContain('Sandbox Person Tre has signed.');
    expect(await scaStatuses(`${path}/authorisations`)).toEqual(['finalised', 'scaMethodSelected']);
    const after = await approveShown(browser, approval, person('Fire'));
    expect(after.text).toContain('You were the second to sign.');
    expect(await status(payment)).toBe('ACTC');
    expect(await scaStatuses(`${path}/authorisations`)).toEqual(['finalised', 'finalised']);
  });

  it.each([
    ['periodic', periodicPath, () => aPeriodicPayment(ofCompany()), 'payment to Kari Kreditor'],
    [
      'bulk',
      bulkPath,
      () => ({
        ...bulkBody,
        debtorAccount: ofCompany().debtorAccount,
        requestedExecutionDate: undefined,
      }),
      'payments made together',
    ],
  ] as const)('lets a %s payment wait for the second signer', async (_what, path, body, shown) => {
    const payment = await signedFirst(path, body());
    expect(await status(payment)).toBe('PDNG');
    const browser = world.newBrowser();
    const page = await ownPage(browser, person('Fire'));
    expect(page.text).toContain(shown);
    await approveShown(browser, await openToSign(browser, page), person('Fire'));
    expect(await status(payment)).toBe('ACTC');
  });

  it('makes a basket PATC and its members PDNG, and both ACTC by the second signature', async () => {
    await actForTre();
    const members = [await made(), await made()];
    const basket = await makeBasket(world, members);
    await approveAt(world, basket.scaHref, person('Tre'), ['in 2 payments']);
    expect(await Promise.all(members.map(status))).toEqual(['PDNG', 'PDNG']);
    await eventually(
      'the basket is PATC',
      async () => (await basketStatusOf(world, basket.basketId)) === 'PATC',
      slowly,
    );
    const path = `/v1/signing-baskets/${basket.basketId}`;
    expect(told(await world.tpp.call({ method: 'DELETE', path }))).toEqual([409, 'CONFLICT']);

    await listed();
    const browser = world.newBrowser();
    const page = await ownPage(browser, person('Fem'));
    const approval = await openToSign(browser, page, 'See and sign 2 payments');
    expect(approval.text).toContain('in 2 payments');
    const after = await approveShown(browser, approval, person('Fem'));
    expect(after.text).toContain('You were the second to sign.');
    expect(await Promise.all(members.map(status))).toEqual(['ACTC', 'ACTC']);
    await eventually(
      'the basket is ACTC',
      async () => (await basketStatusOf(world, basket.basketId)) === 'ACTC',
      slowly,
    );
    expect(await scaStatuses(`${path}/authorisations`)).toEqual(['finalised', 'finalised']);
  });

  it('makes the payment RJCT when the second signer refuses', async () => {
    const payment = await signedFirst();
    const browser = world.newBrowser();
    const approval = await openToSign(browser, await ownPage(browser, person('Fire')));
    const after = pageOf(await browser.submit(approval, { to: '/refuse' }));
    expect(after.text).toContain('You refused. It will not be paid.');
    expect(await status(payment)).toBe('RJCT');
    const { json } = await get(`${payment.path}/${payment.paymentId}/status`);
    expect(json).toMatchObject({
      psuMessage: 'Another signer refused this payment. Nothing is paid.',
    });
  });

  it('lets a second signer read and sign a payment with the own PSU-ID', async () => {
    const tre = await actForTre();
    const payment = await signedFirst();
    const path = `${payment.path}/${payment.paymentId}`;
    const fire = await actForSigner('Fire');
    expect(fire.corporateId).toBe(tre.corporateId);
    for (const part of ['', '/status', '/authorisations']) {
      expect([part, (await get(`${path}${part}`)).status]).toEqual([part, 200]);
    }
    expect(await scaStatuses(`${path}/authorisations`)).toEqual(['finalised']);
    expect(told(await world.tpp.call({ method: 'DELETE', path }))).toEqual([
      404,
      'RESOURCE_UNKNOWN',
    ]);
    const started = await post(`${path}/authorisations`, {});
    expect(started.status).toBe(201);
    const back = await approveAt(world, scaRedirectOf(started.json as object), person('Fire'));
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      'psu-id': fire.psuId,
      'tpp-session-id': fire.tppSessionId,
      'psu-corporate-id': fire.corporateId,
    });
    expect(await status(payment)).toBe('ACTC');
    for (const known of [fire, tre]) {
      world.tpp.actFor(known);
      expect((await get('/v1/user')).json).toMatchObject({
        psuId: known.psuId,
        psuCorporateId: known.corporateId,
      });
      expect(await status(payment)).toBe('ACTC');
    }
  });

  it('binds the link of a second signer to them', async () => {
    await actForTre();
    const payment = await signedFirst();
    await actForSigner('Fire');
    const started = await post(`${payment.path}/${payment.paymentId}/authorisations`, {});
    const back = await failAt(world, scaRedirectOf(started.json as object), person('Fem'));
    expect(back.searchParams.get('code')).toBe('PSU_CREDENTIALS_INVALID');
    expect(await status(payment)).toBe('PDNG');
  });

  it('shows a basket to a second signer, who signs it, and lets nobody take the payments of another', async () => {
    await actForTre();
    const members = [await made(), await made()];
    const other = await made();
    const basket = await makeBasket(world, members);
    await approveAt(world, basket.scaHref, person('Tre'));
    await actForSigner('Fire');
    const path = `/v1/signing-baskets/${basket.basketId}`;
    for (const part of ['', '/status', '/authorisations']) {
      expect([part, (await get(`${path}${part}`)).status]).toEqual([part, 200]);
    }
    const taken = await post('/v1/signing-baskets', { paymentIds: [other.paymentId] });
    expect(told(taken)).toEqual([400, 'RESOURCE_UNKNOWN']);
    const started = await post(`${path}/authorisations`, {});
    await approveAt(world, scaRedirectOf(started.json as object), person('Fire'));
    expect(await Promise.all(members.map(status))).toEqual(['ACTC', 'ACTC']);
  });

  it('asks no second signer when the first one refuses', async () => {
    const payment = await made();
    await refuseAt(world, payment.scaHref, person('Tre'));
    expect(await status(payment)).toBe('RJCT');
    expect((await ownPage(world.newBrowser(), person('Fire'))).text).not.toContain('/my/sign');
  });

  it('rejects a second signature of the first signer, at the bank and by a new link', async () => {
    const payment = await signedFirst();
    const page = await ownPage(world.newBrowser(), person('Tre'));
    expect(page.text).toContain('Somebody else has to sign too.');
    expect(page.text).not.toContain('action="/my/sign"');
    const again = await post(`${singlePath}/${payment.paymentId}/authorisations`, {});
    const back = await failAt(world, scaRedirectOf(again.json as object), person('Tre'));
    expect(back.searchParams.get('code')).toBe('CONFLICT');
    expect(await status(payment)).toBe('PDNG');
  });

  it('accepts the second signature by a new link of the TPP', async () => {
    await actForTre();
    const payment = await signedFirst();
    const again = await post(`${singlePath}/${payment.paymentId}/authorisations`, {});
    const href = scaRedirectOf(again.json as object);
    const back = await approveAt(world, href, person('Fire'), ['Sandbox Person Tre has signed']);
    expect(back.searchParams.get('psu-id')).not.toBeNull();
    expect(await status(payment)).toBe('ACTC');
  });

  it('shows nothing to a customer who may not approve for the account, or has no role', async () => {
    const payment = await signedFirst(singlePath, aDomesticPayment(ofCompany(1)));
    for (const name of ['Fem', 'Én'] as const) {
      const page = await ownPage(world.newBrowser(), person(name));
      expect(page.text).not.toContain('/my/sign');
    }
    expect((await ownPage(world.newBrowser(), person('Fire'))).text).toContain('/my/sign');
    expect(await status(payment)).toBe('PDNG');
  });

  it('accepts one of two simultaneous signatures, and informs the other signer', async () => {
    const payment = await signedFirst();
    const rivals: Parameters<typeof approveShown>[] = [];
    for (const name of ['Fire', 'Fem'] as const) {
      const browser = world.newBrowser();
      const page = await openToSign(browser, await ownPage(browser, person(name)));
      rivals.push([browser, page, person(name)]);
    }
    const after = await Promise.all(rivals.map((rival) => approveShown(...rival)));
    const says = (...texts: readonly string[]) =>
      after.filter(({ text }) => texts.some((one) => text.includes(one))).length;
    expect(says('You were the second to sign.')).toBe(1);
    expect(says('Somebody else was faster', 'There is nothing left to approve')).toBe(1);
    expect(await status(payment)).toBe('ACTC');
  });
});
