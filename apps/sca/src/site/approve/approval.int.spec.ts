import { GetAuthorisation, GetSession } from '@nordgate/contracts/queries';
import type { ApprovablePayment } from '@nordgate/contracts/queries';
import { approvalTermsOf, defaultProfile } from '@nordgate/contracts/profile';
import { anInstruction, aPaymentView } from '../../testing/a-payment-view.js';
import { aBasket, anInitiator } from '../../testing/an-authorisation.js';
import { agreementIn } from '../../testing/agreement-ids.js';
import {
  fieldsOf,
  fiskAgreement,
  goToApproval,
  kari,
  linkOf,
  olaNumber,
  olaWithBoth,
  sentBack,
  setUp,
} from '../../testing/psu-steps.js';
import { cookieKey, startTestSca } from '../../testing/test-sca.int.js';
import type { TestSca } from '../../testing/test-sca.int.js';
import { csrfToken, hashOf } from '../security/tokens.js';

const { tpp } = anInitiator();
const access = { kind: 'access' } as const;
const foreign = anInstruction({ debtorAccount: { bban: '12345678903', currency: 'NOK' } });

let sca: TestSca;
beforeAll(async () => {
  sca = await startTestSca({ terms: approvalTermsOf(defaultProfile('sandbox')) });
});
beforeEach(() => setUp(sca));
afterAll(() => sca.stop());

async function scaStatus(id: string): Promise<string | undefined> {
  return (await sca.queries.ask(new GetAuthorisation(tpp, id)))?.scaStatus;
}

const statusOf = (paymentId: string) => sca.bank.payments.get(paymentId)?.transactionStatus;

describe('the approval page', () => {
  it('shows amount, payee, accounts and text, with a code that a reload keeps', async () => {
    const { id, browser, page } = await goToApproval(sca, await sca.open());
    expect(page.status).toBe(200);
    for (const text of ['1,250.50', 'Strøm &amp; Varme AS', '8601', 'March &lt;invoice&gt;']) {
      expect(page.text).toContain(text);
    }
    const again = await browser.get(`/sign/${id}`);
    expect(fieldsOf(again)).toEqual(fieldsOf(page));
    expect(await scaStatus(id)).toBe('scaMethodSelected');
  });

  it('shows every member of a basket, and marks a payment that this PSU cannot debit', async () => {
    sca.bank.payments.set('pay-2', aPaymentView({ paymentId: 'pay-2', instruction: foreign }));
    const { page } = await goToApproval(sca, await sca.open({ resource: aBasket }));
    expect(page.text).toContain('<h1>Approve 1,250.50\u00a0NOK in 1 payment</h1>');
    expect(page.text.match(/<p class="row">/g)).toHaveLength(2);
    expect(page.text.match(/If you approve, this payment is declined/g)).toHaveLength(1);
  });

  it('allows the origin of the TPP, and no other, as a form target', async () => {
    const { page } = await goToApproval(sca, await sca.open());
    expect(page.headers.get('content-security-policy')).toContain(
      "form-action 'self' https://tpp.example;",
    );
  });

  it('lets the PSU choose between the contexts that can pay (specification 5.14)', async () => {
    const id = await sca.open();
    const { browser, page, fields } = await goToApproval(sca, id, olaNumber);
    expect(fields.context).toBe(fiskAgreement);
    expect(page.text).toContain('You act for Fisk AS.');
    expect(page.text).toContain('Penger AS asks for this.');
    expect(page.text).toContain('Logged in as Ola');
    expect(page.text).not.toContain('type="radio"');
    const own = await browser.get(`/sign/${id}?context=PRIVATE`);
    expect(own.text).toMatch(/<details open>[^]*value="PRIVATE"\s+checked/);
    expect(own.text).toContain('Penger AS wants to pay from an account that you cannot use here.');
    sca.bank.customers.set(olaNumber, olaWithBoth);
    const both = await goToApproval(sca, await sca.open(), olaNumber);
    expect(both.page.text.match(/type="radio"/g)).toHaveLength(2);
  });

  it('goes back without a decision when the PSU cancels, and can be approved after that', async () => {
    const { id, browser, page, fields } = await goToApproval(sca, await sca.open());
    const href = /<a class="button quiet" href="([^"]*)"/.exec(page.text)?.[1] ?? '';
    const query = new URL(href.replaceAll('&amp;', '&')).searchParams;
    expect(Object.fromEntries(query)).toMatchObject({ code: 'SCA_INVALID', status: '400' });
    expect([await scaStatus(id), statusOf('pay-1')]).toEqual(['scaMethodSelected', 'RCVD']);
    sentBack(await browser.post(`/sign/${id}/approve`, fields));
    expect(statusOf('pay-1')).toBe('ACTC');
  });

  it('says the fee that was fixed when the payment was received', async () => {
    const lineOf = async (change: Partial<ApprovablePayment>) => {
      sca.bank.payments.set('pay-1', aPaymentView(change));
      const { page } = await goToApproval(sca, await sca.open());
      return /<dt>Fee<\/dt><dd>(.*?)<\/dd>/.exec(page.text)?.[1];
    };
    const price = { amount: '2', currency: 'NOK' } as const;
    expect(await lineOf({ price })).toBe('<data value="2">2.00\u00a0NOK</data>');
    // The price list has a fee for this product now, which nobody has fixed for the payment.
    const product = 'instant-norwegian-domestic-credit-transfers-straks';
    expect(await lineOf({ product })).toBe('None');
  });

  it('has another code in another context', async () => {
    sca.bank.customers.set(olaNumber, olaWithBoth);
    const { id, browser, fields } = await goToApproval(sca, await sca.open(), olaNumber);
    const other = await browser.get(`/sign/${id}?context=${fiskAgreement}`);
    expect([fields.context, fieldsOf(other).context]).toEqual(['PRIVATE', fiskAgreement]);
    expect(fieldsOf(other).code).not.toBe(fields.code);
  });

  it('offers no choice of context when the request names one', async () => {
    const initiator = anInitiator({ context: 'PRIVATE' });
    const { page } = await goToApproval(sca, await sca.open({ initiator }), olaNumber);
    expect(page.text).not.toContain('type="radio"');
  });

  it('is for the browser of the log-in only', async () => {
    const first = await goToApproval(sca, await sca.open());
    const second = await goToApproval(sca, await sca.open());
    const path = `/sign/${first.id}`;
    const stranger = sca.newBrowser();
    expect((await stranger.get(path)).status).toBe(403);
    expect((await second.browser.get(path)).status).toBe(403);
    const secret = second.browser.cookies.get(`nordgate-sign-${second.id}`) ?? '';
    stranger.cookies.set(`nordgate-sign-${first.id}`, secret);
    expect((await stranger.get(path)).status).toBe(403);
    const stolen = await stranger.post(`${path}/approve`, first.fields);
    expect(stolen.status).toBe(403);
    expect(stolen.text).not.toContain('tpp.example');
  });
});

describe('an approval', () => {
  it('finalises, waits for the payment and the session, and sends the PSU back (5.11)', async () => {
    const initiator = anInitiator({ tppSessionId: 'session-approve' });
    const { id, browser, fields } = await goToApproval(sca, await sca.open({ initiator }));
    const query = sentBack(await browser.post(`/sign/${id}/approve`, fields));
    expect(Object.keys(query)).toEqual(['state', 'psu-id', 'tpp-session-id', 'context']);
    expect(query).toMatchObject({ 'tpp-session-id': 'session-approve', context: 'PRIVATE' });
    expect(statusOf('pay-1')).toBe('ACTC');
    const session = new GetSession(tpp, query['psu-id'] ?? '', 'session-approve', 0);
    expect(await sca.queries.ask(session)).toMatchObject({ session: 'live', context: 'PRIVATE' });
  });

  it('sends the agreement of the shown context to the TPP', async () => {
    const id = await sca.open();
    const { browser, fields } = await goToApproval(sca, id, olaNumber);
    const query = sentBack(await browser.post(`/sign/${id}/approve`, fields));
    expect([query['context'], agreementIn(query)]).toEqual(['CORPORATE', fiskAgreement]);
    expect(query['psu-corporate-id']).not.toBe(fiskAgreement);
  });

  it('declines a payment that the PSU may not debit, and approves the others', async () => {
    sca.bank.payments.set('pay-2', aPaymentView({ paymentId: 'pay-2', instruction: foreign }));
    const id = await sca.open({ resource: aBasket });
    const { browser, fields } = await goToApproval(sca, id);
    sentBack(await browser.post(`/sign/${id}/approve`, fields));
    expect([statusOf('pay-1'), statusOf('pay-2')]).toEqual(['ACTC', 'RJCT']);
  });

  it('leaves a member of a basket that was settled meanwhile as it is', async () => {
    const cancelled = aPaymentView({ paymentId: 'pay-2', transactionStatus: 'CANC' });
    sca.bank.payments.set('pay-2', cancelled);
    const id = await sca.open({ resource: aBasket });
    const { browser, fields } = await goToApproval(sca, id);
    sentBack(await browser.post(`/sign/${id}/approve`, fields));
    expect([statusOf('pay-1'), statusOf('pay-2')]).toEqual(['ACTC', 'CANC']);
  });

  it('has one effect when it is sent twice, at once or later', async () => {
    const { id, browser, fields } = await goToApproval(sca, await sca.open());
    const send = () => browser.post(`/sign/${id}/approve`, fields);
    const locations = [...(await Promise.all([send(), send(), send()])), await send()].map(
      ({ location }) => location,
    );
    expect(new Set(locations).size).toBe(1);
    expect(locations[0]).toContain('psu-id=');
    expect((await browser.get(`/sign/${id}`)).location).toBe(locations[0]);
    expect((await browser.get(linkOf(id))).location).toBe(locations[0]);
    const refused = await browser.post(`/sign/${id}/refuse`, { csrf: fields.csrf });
    expect(refused.location).toBe(locations[0]);
  });

  it('shows changed content again instead of approving it (RTS on SCA, Article 5)', async () => {
    const { id, browser, fields } = await goToApproval(sca, await sca.open());
    const instruction = anInstruction({ instructedAmount: { amount: '9.00', currency: 'NOK' } });
    sca.bank.payments.set('pay-1', aPaymentView({ instruction, hash: 'hash-of-9' }));
    const answer = await browser.post(`/sign/${id}/approve`, fields);
    expect(answer).toMatchObject({ status: 303 });
    const page = await browser.get(answer.location);
    expect(page.text).toContain('What is to be approved has changed.');
    expect(page.text).toContain('<h1>Approve 9.00\u00a0NOK to ');
    expect(fieldsOf(page).code).not.toBe(fields.code);
    expect(statusOf('pay-1')).toBe('RCVD');
    sentBack(await browser.post(`/sign/${id}/approve`, fieldsOf(page)));
    expect(statusOf('pay-1')).toBe('ACTC');
  });

  it('shows the content again when another tab has shown another context', async () => {
    sca.bank.customers.set(olaNumber, olaWithBoth);
    const id = await sca.open();
    const { browser, fields } = await goToApproval(sca, id, olaNumber);
    await browser.get(`/sign/${id}?context=${fiskAgreement}`);
    const answer = await browser.post(`/sign/${id}/approve`, fields);
    expect(answer.location).toBe(`/sign/${id}?context=PRIVATE&notice=changed`);
    expect(await scaStatus(id)).toBe('scaMethodSelected');
  });

  it('fails when nothing is left to approve', async () => {
    const { id, browser, fields } = await goToApproval(sca, await sca.open());
    sca.bank.payments.set('pay-1', aPaymentView({ transactionStatus: 'CANC' }));
    const query = sentBack(await browser.post(`/sign/${id}/approve`, fields));
    expect(query).toMatchObject({ code: 'CONFLICT', status: '409' });
    expect(await scaStatus(id)).toBe('failed');
  });

  it('stops waiting for payments that do not change', async () => {
    const { id, browser, fields } = await goToApproval(sca, await sca.open());
    sca.bank.stuck = true;
    const query = sentBack(await browser.post(`/sign/${id}/approve`, fields));
    // The SCA has succeeded, and nothing is known against the payment.
    expect(query).toHaveProperty('psu-id');
  });
});

describe('a refusal', () => {
  it('declines the payment and sends the PSU back (5.12)', async () => {
    const { id, browser, fields } = await goToApproval(sca, await sca.open({ resource: aBasket }));
    const send = () => browser.post(`/sign/${id}/refuse`, { csrf: fields.csrf });
    const answer = await send();
    expect(sentBack(answer)).toMatchObject({
      code: 'SCA_INVALID',
      message: 'The customer refused',
    });
    expect([statusOf('pay-1'), statusOf('pay-2')]).toEqual(['RJCT', 'RJCT']);
    expect((await send()).location).toBe(answer.location);
    const approve = await browser.post(`/sign/${id}/approve`, fields);
    expect(approve.location).toBe(answer.location);
  });

  it('of access gives no access and keeps the session before it', async () => {
    const before = await goToApproval(sca, await sca.open({ resource: access }));
    const query = sentBack(await before.browser.post(`/sign/${before.id}/approve`, before.fields));
    const initiator = anInitiator({ tppSessionId: 'session-refused' });
    const { id, browser, fields } = await goToApproval(
      sca,
      await sca.open({ resource: access, initiator }),
    );
    sentBack(await browser.post(`/sign/${id}/refuse`, { csrf: fields.csrf }));
    const session = new GetSession(tpp, query['psu-id'] ?? '', 'session-1', 0);
    expect(await sca.queries.ask(session)).toMatchObject({ session: 'live' });
  });
});

describe('copied cookies of an approval page', () => {
  it.each(['approve', 'refuse'])(
    'show nothing and decide nothing after the PSU chose to %s',
    async (action) => {
      const { id, browser, fields } = await goToApproval(sca, await sca.open());
      const decided = await browser.post(`/sign/${id}/${action}`, fields);
      const written = async () => {
        const stream = `authorisation-${id}`;
        const text = 'select type from es.event where stream_id = $1 order by version';
        const { rows } = await sca.database.pool.query<{ type: string }>(text, [stream]);
        return rows.map(({ type }) => type);
      };
      const before = await written();
      const thief = sca.newBrowser();
      for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
      // Each answer is the redirect to the TPP, as a second click of the PSU gets it.
      for (const path of [`/sign/${id}`, `/sign/${id}?context=PRIVATE`, linkOf(id)]) {
        const { location, status, text } = await thief.get(path);
        expect([status, location, text]).toEqual([303, decided.location, '']);
      }
      for (const path of ['approve', 'refuse', 'decline']) {
        const { location, status } = await thief.post(`/sign/${id}/${path}`, fields);
        expect([status, location]).toEqual([303, decided.location]);
      }
      expect(await written()).toEqual(before);
    },
  );
});

describe('the approval page form', () => {
  it.each(['approve', 'refuse'])('of %s is rejected without its token', async (action) => {
    const { id, browser, fields } = await goToApproval(sca, await sca.open());
    const other = await goToApproval(sca, await sca.open());
    const { context, code } = fields;
    const wrong: Record<string, string>[] = [{}, { csrf: '' }, { csrf: other.fields.csrf }];
    for (const form of wrong.map((csrf) => ({ context, code, ...csrf }))) {
      const answer = await browser.post(`/sign/${id}/${action}`, form);
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('This page is no longer valid');
    }
    expect(await scaStatus(id)).toBe('scaMethodSelected');
  });
});

describe('an expired approval page', () => {
  it.each(['show', 'approve', 'refuse'] as const)(
    'sends the PSU back with SCA_EXPIRED: %s',
    async (use) => {
      const ago = new Date(Date.now() - 11 * 60_000);
      const id = await sca.open({}, ago);
      const secret = 'b'.repeat(43);
      const psu = { customerId: kari.customerId, psuId: 'psu-1', browser: hashOf(secret) };
      await sca.decide({ type: 'IdentifyPsu', stream: `authorisation-${id}`, data: psu }, ago);
      const browser = sca.newBrowser();
      browser.cookies.set(`nordgate-sign-${id}`, secret);
      const csrf = csrfToken(cookieKey, 'decide', id, secret);
      const answer =
        use === 'show'
          ? await browser.get(`/sign/${id}`)
          : await browser.post(`/sign/${id}/${use}`, { csrf, context: 'PRIVATE', code: '123456' });
      expect(sentBack(answer)).toMatchObject({ code: 'SCA_EXPIRED', status: '401' });
      expect(await scaStatus(id)).toBe('failed');
      expect(statusOf('pay-1')).toBe('RCVD');
    },
  );
});

describe('an outage during an approval', () => {
  it('answers 503 with links to go on, and loses nothing', async () => {
    const { id, browser, fields } = await goToApproval(sca, await sca.open());
    sca.bank.down.add('payments');
    const answer = await browser.post(`/sign/${id}/approve`, fields);
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('Nothing is lost');
    expect(answer.text).toContain('code=SYSTEM_ERROR');
    sca.bank.down.clear();
    expect(sentBack(await browser.post(`/sign/${id}/approve`, fields))).toHaveProperty('psu-id');
  });
});
