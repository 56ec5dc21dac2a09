import { GetAuthorisations, GetSession } from '@nordgate/contracts/queries';
import { anInitiator, aPayment } from '../../testing/an-authorisation.js';
import { agreementIn } from '../../testing/agreement-ids.js';
import { fieldsOf, goToApproval, sentBack, setUp } from '../../testing/psu-steps.js';
import { startTestSca } from '../../testing/test-sca.int.js';
import type { TestSca } from '../../testing/test-sca.int.js';
import {
  basketResource,
  corporateId,
  enterOverview,
  forTorsk,
  goToSign,
  putInBasket,
  setUpSigners,
  signers,
  signFieldsOf,
} from '../../testing/two-signers.js';
import type { SignerName } from '../../testing/two-signers.js';

let sca: TestSca;
beforeAll(async () => {
  sca = await startTestSca();
});
beforeEach(() => {
  setUp(sca);
  setUpSigners(sca);
});
afterAll(() => sca.stop());

const statusOf = (paymentId: string) => sca.bank.payments.get(paymentId)?.transactionStatus;

/** Somebody approves by the TPP's link, as the first. */
async function signedFirst(who: SignerName, resource = aPayment) {
  const id = await sca.open({ resource, initiator: forTorsk });
  const { browser, fields, page } = await goToApproval(sca, id, signers[who].number);
  return { id, page, back: await browser.post(`/sign/${id}/approve`, fields) };
}

/** Events of authorisations, newest last. */
async function finalisedBy(customerId: string): Promise<readonly Record<string, unknown>[]> {
  const { rows } = await sca.database.pool.query<{ data: Record<string, unknown> }>(
    `select data from es.event where type = 'AuthorisationFinalised'
        and data ->> 'customerId' = $1 order by position`,
    [customerId],
  );
  return rows.map(({ data }) => data);
}

describe('the first of two signers on the link of the TPP', () => {
  it('reads that another signer is needed, and goes back to the TPP', async () => {
    const { page, back } = await signedFirst('anne');
    expect(page.text).toContain('Two people have to sign payments for Torsk AS');
    expect(sentBack(back)).toMatchObject({ context: 'CORPORATE' });
    expect(agreementIn(sentBack(back))).toBe(corporateId);
    expect(statusOf('pay-1')).toBe('PDNG');
    const [approved] = (await finalisedBy('cus-Anne')).slice(-1);
    expect(approved).toMatchObject({ signers: 2, corporateId, approved: [{ paymentId: 'pay-1' }] });
  });

  it('reads nothing about signers when one signature is enough', async () => {
    const { page } = await goToApproval(sca, await sca.open());
    expect(page.text).not.toContain('Two people');
  });

  it('reads the address to pass on when no redirect to the TPP is possible, unlike the second signer', async () => {
    const initiator = { ...forTorsk, redirectUri: 'http://tpp.example/back' };
    const approveAs = async (who: SignerName) => {
      const id = await sca.open({ resource: aPayment, initiator });
      const { browser, fields } = await goToApproval(sca, id, signers[who].number);
      return browser.post(`/sign/${id}/approve`, fields);
    };
    const address = `<a href="${sca.url}/my">${sca.url}/my</a>`;
    const first = await approveAs('anne');
    expect([first.status, statusOf('pay-1')]).toEqual([200, 'PDNG']);
    expect(first.text).toContain('We have your approval.');
    expect(first.text).toContain(address);
    const second = await approveAs('bjorn');
    expect([second.status, statusOf('pay-1')]).toEqual([200, 'ACTC']);
    expect(second.text).not.toContain(address);
  });

  it('cannot sign a second time, which the TPP and the PSU can read', async () => {
    await signedFirst('anne');
    const again = await sca.open({ resource: aPayment, initiator: forTorsk });
    const { page } = await goToApproval(sca, again, signers.anne.number);
    const message = 'You have signed this already: somebody else has to sign it too';
    expect(sentBack(page)).toMatchObject({ status: '409', code: 'CONFLICT', message });
    expect(statusOf('pay-1')).toBe('PDNG');
  });

  it('sees the payment on the overview without a button to sign it', async () => {
    await signedFirst('anne');
    const { text } = await enterOverview(sca.newBrowser(), 'anne');
    expect(text).toContain('You have signed. Somebody else has to sign too.');
    expect(text).toContain(`<a href="${sca.url}/my">${sca.url}/my</a>`);
    expect(text).not.toContain('name="item"');
  });
});

describe('the second of two signers on the link of the TPP', () => {
  it('reads who signed first, and completes the approval', async () => {
    await signedFirst('anne');
    const id = await sca.open({ resource: aPayment, initiator: forTorsk });
    const { browser, fields, page } = await goToApproval(sca, id, signers.bjorn.number);
    expect(page.text).toContain('Anne Nordmann has signed.');
    sentBack(await browser.post(`/sign/${id}/approve`, fields));
    expect(statusOf('pay-1')).toBe('ACTC');
  });

  it('cannot sign in a private context or without APPROVE', async () => {
    await signedFirst('anne');
    for (const [who, initiator] of [
      ['bjorn', { ...forTorsk, context: 'PRIVATE', corporateId: undefined }],
      ['dag', forTorsk],
    ] as const) {
      const { corporateId: named, ...rest } = initiator;
      const asking = named === undefined ? rest : { ...rest, corporateId: named };
      const id = await sca.open({ resource: aPayment, initiator: asking });
      const { page } = await goToApproval(sca, id, signers[who].number);
      expect(sentBack(page)).toMatchObject({ code: 'PSU_CREDENTIALS_INVALID' });
    }
    expect(statusOf('pay-1')).toBe('PDNG');
  });

  it('signs as the second of two when the agreement needs one signature by then', async () => {
    await signedFirst('anne');
    const { customer, number } = signers.bjorn;
    const contexts = customer.contexts.map((one) => ({ ...one, signers: 1 as const }));
    sca.bank.customers.set(number, { ...customer, contexts });
    const { browser, path, page } = await goToSign(sca, 'bjorn');
    await browser.post(`${path}/approve`, fieldsOf(page));
    expect((await finalisedBy('cus-Bjørn')).at(-1)).toMatchObject({ signers: 2 });
    expect(statusOf('pay-1')).toBe('ACTC');
  });
});

describe('a payment that waits for a second signature', () => {
  it('is on the overview with amount, payee and first signer, only for a PSU who may sign it', async () => {
    await signedFirst('anne');
    const { text } = await enterOverview(sca.newBrowser(), 'bjorn');
    const shown = [
      '1,250.50',
      'Strøm &amp; Varme AS',
      'Anne Nordmann',
      'Torsk AS',
      'Penger AS',
      anInitiator().tpp,
    ];
    for (const one of shown) expect(text).toContain(one);
    expect((await enterOverview(sca.newBrowser(), 'dag')).text).not.toContain('Torsk AS');
  });

  it('is found behind pages of payments for other signers', async () => {
    await signedFirst('anne');
    const mine = sca.bank.payments.get('pay-1')!;
    sca.bank.payments.delete('pay-1');
    const debtorAccount = { bban: '99991200017', currency: 'NOK' } as const;
    for (const paymentId of ['others-1', 'others-2', 'others-3']) {
      const instruction = { ...mine.instruction, debtorAccount } as typeof mine.instruction;
      sca.bank.payments.set(paymentId, { ...mine, paymentId, instruction });
    }
    sca.bank.payments.set('pay-1', mine);
    sca.bank.toSignPage = 2;
    const { text } = await enterOverview(sca.newBrowser(), 'bjorn');
    sca.bank.toSignPage = 100;
    expect(text).toContain('Strøm &amp; Varme AS');
    expect(text.split('name="item"')).toHaveLength(2);
  });

  it('is in Norwegian when the browser prefers Norwegian', async () => {
    await signedFirst('anne');
    const browser = sca.newBrowser();
    await enterOverview(browser, 'bjorn');
    const { text } = await browser.get('/my', { 'accept-language': 'nb' });
    expect(text).toContain('Venter på en signatur til');
    expect(text).toContain('Se og signer betalingen til Strøm');
  });

  it('leads to the approval page, and back to the overview with a notice', async () => {
    await signedFirst('anne');
    const { browser, path, page } = await goToSign(sca, 'bjorn');
    expect(page.text).toContain('Anne Nordmann has signed.');
    expect(page.text).toContain('href="/my"');
    const done = await browser.post(`${path}/approve`, fieldsOf(page));
    expect([done.status, done.location]).toEqual([303, `/my?after=${path.split('/')[2] ?? ''}`]);
    const after = await browser.get(done.location);
    expect(after.text).toContain('You were the second to sign.');
    expect(after.text).not.toContain('name="item"');
    expect(statusOf('pay-1')).toBe('ACTC');
  });

  it('has a code for its amount and payee: a change gives a new page', async () => {
    await signedFirst('anne');
    const { browser, path, page } = await goToSign(sca, 'bjorn');
    const view = sca.bank.payments.get('pay-1')!;
    sca.bank.payments.set('pay-1', { ...view, hash: 'another' });
    const { location } = await browser.post(`${path}/approve`, fieldsOf(page));
    expect(location).toContain('notice=changed');
    expect(statusOf('pay-1')).toBe('PDNG');
  });

  it('can be refused', async () => {
    await signedFirst('anne');
    const { browser, path, page } = await goToSign(sca, 'bjorn');
    const { csrf } = fieldsOf(page);
    const { location } = await browser.post(`${path}/refuse`, { csrf });
    expect((await browser.get(location)).text).toContain('You refused. It will not be paid.');
    expect(statusOf('pay-1')).toBe('RJCT');
  });

  it('names the certificate of the request for the payment, so that its revocation ends it', async () => {
    const certificate = { issuer: 'hash-of-the-issuer', serial: '0A1B' };
    const asked = sca.bank.payments.get('pay-1');
    if (asked === undefined) throw new Error('the bank knows the payment');
    sca.bank.payments.set('pay-1', { ...asked, initiator: { ...asked.initiator, certificate } });
    await signedFirst('anne');
    const { path } = await goToSign(sca, 'bjorn');
    const { rows } = await sca.database.pool.query<{ named: unknown }>(
      `select data -> 'initiator' -> 'certificate' as named from es.event where stream_id = $1
          and type = 'AuthorisationOpened'`,
      [`authorisation-${path.split('/')[2] ?? ''}`],
    );
    expect(rows).toEqual([{ named: certificate }]);
  });

  it('is signed together with its basket', async () => {
    putInBasket(sca);
    await signedFirst('anne', basketResource);
    expect([statusOf('pay-1'), statusOf('pay-2')]).toEqual(['PDNG', 'PDNG']);
    const { browser, overview, path, page } = await goToSign(sca, 'bjorn');
    expect(overview.text).toContain('See and sign 2 payments');
    const { location } = await browser.post(`${path}/approve`, fieldsOf(page));
    expect((await browser.get(location)).text).toContain('You were the second to sign.');
    expect([statusOf('pay-1'), statusOf('pay-2')]).toEqual(['ACTC', 'ACTC']);
  });

  it('appears in the list of the TPP once it is opened, and gives the second signer no session', async () => {
    const { id } = await signedFirst('anne');
    const list = async () => {
      const query = new GetAuthorisations(forTorsk.tpp, 'payment', 'pay-1');
      const found = await sca.queries.ask(query);
      return found.slice(found.findIndex(({ authorisationId }) => authorisationId === id));
    };
    expect(await list()).toEqual([{ authorisationId: id, scaStatus: 'finalised' }]);
    const { browser, path, page } = await goToSign(sca, 'bjorn');
    const second = path.split('/')[2] ?? '';
    expect((await list()).at(1)).toEqual({
      authorisationId: second,
      scaStatus: 'scaMethodSelected',
    });
    await browser.post(`${path}/approve`, fieldsOf(page));
    expect((await list()).at(1)).toMatchObject({ scaStatus: 'finalised' });
    const asked = new GetSession(forTorsk.tpp, 'cus-Bjørn', second, 0);
    expect(await sca.queries.ask(asked)).toEqual({ session: 'unknown-psu' });
    const { rows } = await sca.database.pool.query(
      `select 1 from es.event where stream_id = $1 and data ->> 'tppSessionId' = $2`,
      [`session-${forTorsk.tpp}-cus-Bjørn`, second],
    );
    expect(rows).toEqual([]);
  });
});

describe('two second signers', () => {
  it('who sign at once: one succeeds, the other reads that the payment was decided before', async () => {
    await signedFirst('anne');
    const rivals = [await goToSign(sca, 'bjorn'), await goToSign(sca, 'cecilie')];
    const answers = await Promise.all(
      rivals.map(({ browser, path, page }) => browser.post(`${path}/approve`, fieldsOf(page))),
    );
    const texts = await Promise.all(
      rivals.map(async ({ browser }, i) => (await browser.get(answers[i]!.location)).text),
    );
    const won = texts.filter((text) => text.includes('You were the second to sign.'));
    const lost = texts.filter(
      (text) =>
        text.includes('Somebody else was faster') || text.includes('nothing left to approve'),
    );
    expect([won.length, lost.length]).toEqual([1, 1]);
    expect(statusOf('pay-1')).toBe('ACTC');
  });

  it('who sign in turn: the later one reads that nothing is left to sign', async () => {
    await signedFirst('anne');
    const late = await goToSign(sca, 'cecilie');
    const { browser, path, page } = await goToSign(sca, 'bjorn');
    await browser.post(`${path}/approve`, fieldsOf(page));
    const { location } = await late.browser.post(`${late.path}/approve`, fieldsOf(late.page));
    expect((await late.browser.get(location)).text).toContain('There is nothing left to approve');
    const again = await late.browser.post('/my/sign', signFieldsOf(late.overview));
    expect(again.location).toBe('/my?notice=gone');
    expect((await late.browser.get(again.location)).text).toContain('is no longer waiting');
  });
});

describe('a second signature is rejected', () => {
  it.each(['approve', 'refuse'])(
    'when the role was revoked before the PSU could %s',
    async (act) => {
      await signedFirst('anne');
      const { browser, path, page } = await goToSign(sca, 'bjorn');
      const { customer, number } = signers.bjorn;
      const contexts = customer.contexts.filter(({ context }) => context === 'PRIVATE');
      sca.bank.customers.set(number, { ...customer, contexts });
      const { location } = await browser.post(`${path}/${act}`, fieldsOf(page));
      expect((await browser.get(location)).text).toContain('You can no longer sign this.');
      expect(statusOf('pay-1')).toBe('PDNG');
    },
  );

  it('from another customer, with a form of another visit, and without a visit', async () => {
    await signedFirst('anne');
    const bjorn = sca.newBrowser();
    const { item, csrf } = signFieldsOf(await enterOverview(bjorn, 'bjorn'));
    const dag = sca.newBrowser();
    const own = signFieldsOf({ ...(await enterOverview(dag, 'dag')) });
    expect((await dag.post('/my/sign', { ...own, item })).location).toBe('/my?notice=gone');
    expect((await dag.post('/my/sign', { item, csrf })).status).toBe(403);
    const anne = sca.newBrowser();
    const hers = signFieldsOf(await enterOverview(anne, 'anne'));
    expect((await anne.post('/my/sign', { ...hers, item })).location).toBe('/my?notice=gone');
    expect((await sca.newBrowser().post('/my/sign', { item, csrf })).location).toBe('/my');
  });

  it('from another browser than the one that opened the approval page', async () => {
    await signedFirst('anne');
    const { browser, path, page } = await goToSign(sca, 'bjorn');
    const stranger = sca.newBrowser();
    expect((await stranger.post(`${path}/approve`, fieldsOf(page))).status).toBe(403);
    const { location } = await browser.post(`${path}/approve`, fieldsOf(page));
    expect((await browser.get(location)).text).toContain('role="status"');
    // Nor is anybody else told what became of it.
    expect((await stranger.get(location)).text).not.toContain('role="status"');
    stranger.cookies.set(`nordgate-sign-${path.split('/')[2] ?? ''}`, 'x'.repeat(43));
    expect((await stranger.get(location)).text).not.toContain('role="status"');
  });
});

describe('while the payments service is down', () => {
  it('the overview says so and shows everything else', async () => {
    await signedFirst('anne');
    const browser = sca.newBrowser();
    await enterOverview(browser, 'bjorn');
    sca.bank.down.add('payments');
    const { status, text } = await browser.get('/my');
    expect(status).toBe(200);
    expect(text).toContain('We cannot show what is waiting for your signature at the moment.');
    expect(text).toContain('No apps have access to your accounts.');
  });
});
