import { GetAuthorisation } from '@nordgate/contracts/queries';
import type { ApprovablePayment } from '@nordgate/contracts/queries';
import { aBasketView } from '../../testing/a-basket-view.js';
import { anInstruction, aPaymentView, ownBban } from '../../testing/a-payment-view.js';
import { aBasket, anInitiator } from '../../testing/an-authorisation.js';
import {
  goToApproval,
  kari,
  kariNumber,
  linkOf,
  sentBack,
  setUp,
} from '../../testing/psu-steps.js';
import { hidden } from '../../testing/test-browser.js';
import { startTestSca } from '../../testing/test-sca.int.js';
import type { TestSca } from '../../testing/test-sca.int.js';

const conflict = { system: 'sca', code: 'CONFLICT', status: '409' };
const paymentFailed = { system: 'sca', code: 'PAYMENT_FAILED', status: '400' };
const foreign = anInstruction({ debtorAccount: { bban: '12345678903', currency: 'NOK' } });

let sca: TestSca;
beforeAll(async () => {
  sca = await startTestSca();
});
beforeEach(() => setUp(sca));
afterAll(() => sca.stop());

const scaStatus = async (id: string) =>
  (await sca.queries.ask(new GetAuthorisation(anInitiator().tpp, id)))?.scaStatus;
const statusOf = (paymentId: string) => sca.bank.payments.get(paymentId)?.transactionStatus;
const put = (change: Partial<ApprovablePayment>) => {
  const view = aPaymentView(change);
  sca.bank.payments.set(view.paymentId, view);
};
const rejected = (reason: 'debtor-unknown') =>
  ({ transactionStatus: 'RJCT', rejection: { code: 'PAYMENT_FAILED', reason } }) as const;

describe('the redirect after an approval tells', () => {
  it('one success and one CONFLICT when two links approve one payment at once', async () => {
    const links = [
      await goToApproval(sca, await sca.open()),
      await goToApproval(sca, await sca.open()),
    ];
    const queries = (
      await Promise.all(
        links.map(({ browser, fields, id }) => browser.post(`/sign/${id}/approve`, fields)),
      )
    ).map(sentBack);
    expect(queries.filter((query) => 'psu-id' in query)).toHaveLength(1);
    expect(queries.filter(({ code }) => code === 'CONFLICT')).toHaveLength(1);
    expect(statusOf('pay-1')).toBe('ACTC');
  });

  it.each<readonly [string, Partial<ApprovablePayment>, object]>([
    ['CONFLICT when the TPP cancels the payment', { transactionStatus: 'CANC' }, conflict],
    ['CONFLICT when the payment changes', { hash: 'hash-of-another-amount' }, conflict],
    ['PAYMENT_FAILED when the bank rejects the payment', rejected('debtor-unknown'), paymentFailed],
  ])('%s at the same moment, as does the link afterwards', async (_what, view, parameters) => {
    const { id, browser, fields } = await goToApproval(sca, await sca.open());
    sca.bank.meanwhile = () => put(view);
    const back = await browser.post(`/sign/${id}/approve`, fields);
    expect(sentBack(back)).toMatchObject(parameters);
    expect(sentBack(back)).not.toHaveProperty('psu-id');
    expect(await scaStatus(id)).toBe('finalised');
    expect((await browser.get(linkOf(id))).location).toBe(back.location);
    expect((await browser.get(`/sign/${id}`)).location).toBe(back.location);
  });

  it('CONFLICT when the TPP deletes the basket at the same moment', async () => {
    const { id, browser, fields } = await goToApproval(sca, await sca.open({ resource: aBasket }));
    const deleted = aBasketView({ isOpen: false, deletedBy: 'request-1' });
    sca.bank.meanwhile = () => sca.bank.baskets.set(deleted.basketId, deleted);
    expect(sentBack(await browser.post(`/sign/${id}/approve`, fields))).toMatchObject(conflict);
    expect([statusOf('pay-1'), statusOf('pay-2')]).toEqual(['RCVD', 'RCVD']);
  });

  it('success when one member of a basket is approved, and PAYMENT_FAILED when none is', async () => {
    const approve = async () => {
      const { id, browser, fields } = await goToApproval(
        sca,
        await sca.open({ resource: aBasket }),
      );
      return sentBack(await browser.post(`/sign/${id}/approve`, fields));
    };
    sca.bank.meanwhile = () => put(rejected('debtor-unknown'));
    expect(await approve()).toHaveProperty('psu-id');
    setUp(sca);
    sca.bank.meanwhile = () => {
      put(rejected('debtor-unknown'));
      put({ paymentId: 'pay-2', hash: 'hash-2', transactionStatus: 'CANC' });
    };
    expect(await approve()).toMatchObject(paymentFailed);
  });

  it('CONFLICT when the execution begins before the payment can be cancelled', async () => {
    put({ transactionStatus: 'ACTC', authorisedBy: 'authorisation-1' });
    const resource = { kind: 'cancellation', paymentId: 'pay-1' } as const;
    const { id, browser, fields } = await goToApproval(sca, await sca.open({ resource }));
    sca.bank.meanwhile = () => put({ transactionStatus: 'ACSP', authorisedBy: 'authorisation-1' });
    expect(sentBack(await browser.post(`/sign/${id}/approve`, fields))).toMatchObject(conflict);
  });
});

describe('the page of payments from accounts that the PSU may not debit', () => {
  it.each([
    ['a payment', undefined],
    ['a basket', aBasket],
  ])('has no code and no approve button, only the way back: %s', async (_what, resource) => {
    put({ instruction: foreign });
    put({ paymentId: 'pay-2', hash: 'hash-2', instruction: foreign });
    const id = await sca.open(resource && { resource });
    const { browser, page } = await goToApproval(sca, id);
    expect(page.text).toContain('There is nothing that you can approve here');
    expect(page.text).not.toContain('data-sandbox-code');
    expect(page.text).not.toMatch(/action="[^"]*\/(approve|refuse)"/);
    expect(await scaStatus(id)).toBe('psuIdentified');

    const csrf = hidden(page.text, 'csrf');
    const guess = { csrf, context: 'PRIVATE', method: 'sandbox-code', code: '123456' };
    const guessed = await browser.post(`/sign/${id}/approve`, guess);
    expect(guessed.location).toContain('notice=changed');

    const back = await browser.post(`/sign/${id}/decline`, { csrf, context: 'PRIVATE' });
    expect(sentBack(back)).toMatchObject(paymentFailed);
    expect(statusOf('pay-1')).toBe('RJCT');
    expect(await scaStatus(id)).toBe('failed');
    expect((await browser.get(`/sign/${id}`)).location).toBe(back.location);
    const { rows } = await sca.database.pool.query<{ data: object }>(
      `select data from es.event where stream_id = $1 and type = 'AuthorisationRefused'`,
      [`authorisation-${id}`],
    );
    expect(rows).toMatchObject([{ data: { reason: 'not-debitable' } }]);
  });

  it('is for an account with another currency than the payment says, too', async () => {
    const contexts = kari.contexts.map((one) => ({ ...one, currencies: { [ownBban]: 'NOK' } }));
    sca.bank.customers.set(kariNumber, { ...kari, contexts });
    put({ instruction: anInstruction({ debtorAccount: { bban: ownBban, currency: 'EUR' } }) });
    const { id, browser, page } = await goToApproval(sca, await sca.open());
    expect(page.text).toContain('The account is in another currency');
    expect(page.text).not.toContain('data-sandbox-code');
    const fields = { csrf: hidden(page.text, 'csrf'), context: 'PRIVATE' };
    expect(sentBack(await browser.post(`/sign/${id}/decline`, fields))).toMatchObject(
      paymentFailed,
    );
    expect(statusOf('pay-1')).toBe('RJCT');
  });

  it('is shown again instead of declining what the PSU can pay by then', async () => {
    put({ instruction: foreign });
    const { id, browser, page } = await goToApproval(sca, await sca.open());
    const contexts = kari.contexts.map((one) => ({ ...one, debitable: ['12345678903'] }));
    sca.bank.customers.set(kariNumber, { ...kari, contexts });
    const csrf = hidden(page.text, 'csrf');
    const { location } = await browser.post(`/sign/${id}/decline`, { csrf, context: 'PRIVATE' });
    expect(location).toBe(`/sign/${id}?context=PRIVATE&notice=changed`);
    expect(statusOf('pay-1')).toBe('RCVD');
  });

  it('declines nothing without the token of the form', async () => {
    put({ instruction: foreign });
    const { id, browser } = await goToApproval(sca, await sca.open());
    expect((await browser.post(`/sign/${id}/decline`, {})).status).toBe(403);
    expect(statusOf('pay-1')).toBe('RCVD');
  });
});

describe('an approval of payments from accounts with other currencies', () => {
  const inEuro = anInstruction({ debtorAccount: { bban: ownBban, currency: 'EUR' } });

  it('declines the member that claims another currency than its account has', async () => {
    const contexts = kari.contexts.map((one) => ({ ...one, currencies: { [ownBban]: 'NOK' } }));
    sca.bank.customers.set(kariNumber, { ...kari, contexts });
    put({ paymentId: 'pay-2', hash: 'hash-2', instruction: inEuro });
    const { id, browser, fields } = await goToApproval(sca, await sca.open({ resource: aBasket }));
    expect(sentBack(await browser.post(`/sign/${id}/approve`, fields))).toHaveProperty('psu-id');
    expect([statusOf('pay-1'), statusOf('pay-2')]).toEqual(['ACTC', 'RJCT']);
  });

  it('is decided by the currency at the approval, not by that of the page', async () => {
    put({ instruction: inEuro });
    const inCurrency = (currency: string) => {
      const contexts = kari.contexts.map((one) => ({
        ...one,
        currencies: { [ownBban]: currency },
      }));
      sca.bank.customers.set(kariNumber, { ...kari, contexts });
    };
    inCurrency('EUR');
    const { id, browser, fields } = await goToApproval(sca, await sca.open());
    inCurrency('NOK');
    const { location } = await browser.post(`/sign/${id}/approve`, fields);
    expect(location).toContain('notice=changed');
    expect((await browser.get(location)).text).toContain('The account is in another currency');
    expect(statusOf('pay-1')).toBe('RCVD');
  });
});

describe('the cookie of an approval', () => {
  it.each(['approve', 'refuse'])(
    'ends in the browser when the PSU chooses to %s',
    async (action) => {
      const { id, browser, fields } = await goToApproval(sca, await sca.open());
      const answer = await browser.post(`/sign/${id}/${action}`, fields);
      const [spent = '', ...others] = answer.headers.getSetCookie();
      expect(spent).toMatch(new RegExp(`^nordgate-sign-${id}=;`));
      expect(spent).toContain('Expires=Thu, 01 Jan 1970');
      expect(others).toEqual([]);
      expect(browser.cookies.get(`nordgate-sign-${id}`)).toBe('');
    },
  );
});

describe('a PSU without a method that the rules of the bank accept', () => {
  let strict: TestSca;
  beforeAll(async () => {
    strict = await startTestSca({
      sca: {
        methods: ['sandbox-code', 'passkey'],
        rules: [{ amountAbove: { amount: '100', currency: 'NOK' }, methods: ['passkey'] }],
      },
    });
  });
  beforeEach(() => setUp(strict));
  afterAll(() => strict.stop());

  it.each([
    ['a payment', undefined],
    ['a basket', aBasket],
  ])('reads why, approves nothing and goes back with 5.12: %s', async (_what, resource) => {
    const id = await strict.open(resource && { resource });
    const { page } = await goToApproval(strict, id);
    expect(page.text).toContain('You have no way to approve this that the bank accepts');
    expect(page.text).not.toContain('data-sandbox-code');
    const leave = /href="([^"]*code=SCA_INVALID[^"]*)"/.exec(page.text)?.[1] ?? '';
    const back = new URL(leave.replaceAll('&amp;', '&'));
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      ...{ system: 'sca', status: '400', code: 'SCA_INVALID' },
      message: 'The customer has no means of approval that the bank accepts for this',
    });
    expect(page.text).not.toMatch(/action="[^"]*\/(approve|refuse|decline)"/);
    const status = await strict.queries.ask(new GetAuthorisation(anInitiator().tpp, id));
    expect(status?.scaStatus).toBe('psuIdentified');
  });
});
