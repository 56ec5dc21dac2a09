import { GetAccess, GetConsent } from '@nordgate/contracts/queries';
import type { AccessAnswer } from '@nordgate/contracts/queries';
import type { Initiator } from '@nordgate/contracts/events';
import {
  approve,
  atAccounts as openAccounts,
  giveConsent,
  newTpp,
  pick as pickBoxes,
  tickedOn,
} from '../../testing/consent-steps.int.js';
import { agreementIn } from '../../testing/agreement-ids.js';
import {
  fieldsOf,
  fiskAgreement,
  goToApproval,
  kariNumber,
  olaNumber,
  sentBack,
  setUp,
} from '../../testing/psu-steps.js';
import type { AtApproval } from '../../testing/psu-steps.js';
import { hidden } from '../../testing/test-browser.js';
import { startTestSca } from '../../testing/test-sca.int.js';
import type { TestSca } from '../../testing/test-sca.int.js';

let sca: TestSca;
beforeAll(async () => {
  sca = await startTestSca();
});
beforeEach(() => setUp(sca));
afterAll(() => sca.stop());

const atAccounts = (initiator: Initiator, customer = kariNumber) =>
  openAccounts(sca, initiator, customer);
const pick = (at: AtApproval, accounts: readonly string[]) => pickBoxes(at, { accounts });
const give = (initiator: Initiator, accounts: readonly string[], customer = kariNumber) =>
  giveConsent(sca, initiator, { accounts }, customer);

function access(tpp: string, psuId = '', corporateId: string | null = null) {
  return sca.queries.ask(new GetAccess(tpp, psuId, corporateId, 'session-1', 'attended', 0));
}

const allowed = (answer: AccessAnswer) =>
  answer.access === 'allowed' ? answer.accounts : answer.access === 'refused' ? answer.code : '';

describe('the page on which accounts are picked', () => {
  it('lists the accounts of the context without ticks and without a code', async () => {
    const { page, fields } = await atAccounts(newTpp());
    expect(page.status).toBe(200);
    expect(page.text.match(/type="checkbox"/g)).toHaveLength(2);
    expect(tickedOn(page)).toEqual([]);
    expect(fields.code).toBe('');
    expect(page.headers.get('cache-control')).toContain('no-store');
  });

  it('says who asks and for whom the customer acts, and leads back without a decision', async () => {
    const initiator = newTpp();
    const { page } = await atAccounts(initiator);
    expect(page.text).toContain(`Penger AS is registered as ${initiator.tpp}.`);
    expect(page.text).toContain('Logged in as Kari');
    expect(page.text).toContain('<legend>Accounts of Kari Nordmann</legend>');
    const href = /<a class="button quiet" href="([^"]*)"/.exec(page.text)?.[1] ?? '';
    expect(new URL(href.replaceAll('&amp;', '&')).searchParams.get('code')).toBe('SCA_INVALID');
  });

  it('leads to a code for exactly the ticked accounts', async () => {
    const at = await atAccounts(newTpp());
    const page = await pick(at, ['acc-2']);
    expect(page.text).toContain('1234\u00a056\u00a078903');
    expect(page.text).not.toContain('Account acc-1');
    const other = await pick(at, ['acc-1', 'acc-2']);
    expect(fieldsOf(other).code).not.toBe(fieldsOf(page).code);
    const again = await at.browser.get(`/sign/${at.id}`);
    expect(fieldsOf(again)).toEqual(fieldsOf(other));
  });

  it('gives access with the code, and ticks the accounts the next time', async () => {
    const initiator = newTpp();
    const { consentId, back } = await give(initiator, ['acc-2']);
    expect(back).toMatchObject({ 'tpp-session-id': 'session-1', context: 'PRIVATE' });
    expect(allowed(await access(initiator.tpp, back['psu-id']))).toEqual(['acc-2']);
    const view = await sca.queries.ask(new GetConsent(initiator.tpp, consentId));
    expect(view).toMatchObject({ consentStatus: 'valid', grant: { accounts: ['acc-2'] } });
    expect(tickedOn((await atAccounts(initiator)).page)).toEqual(['acc-2']);
  });

  it('ends an access when no box is ticked', async () => {
    const initiator = newTpp();
    const first = await give(initiator, ['acc-1']);
    const second = await give(initiator, []);
    expect(allowed(await access(initiator.tpp, first.back['psu-id']))).toBe('CONSENT_INVALID');
    const statusOf = async (id: string) =>
      (await sca.queries.ask(new GetConsent(initiator.tpp, id)))?.consentStatus;
    expect(await statusOf(first.consentId)).toBe('revokedByPsu');
    expect(await statusOf(second.consentId)).toBe('rejected');
  });

  it('shows another context without ending an access (specification 5.14)', async () => {
    const initiator = newTpp();
    const [kari, ola] = [kariNumber, olaNumber].map((one) => sca.bank.customers.get(one));
    const [own, fisk] = ola?.contexts ?? [];
    if (ola === undefined || own === undefined || fisk === undefined) throw new Error('no Ola');
    const viewable = kari?.contexts[0]?.viewable ?? [];
    sca.bank.customers.set(olaNumber, { ...ola, contexts: [{ ...own, viewable }, fisk] });
    const mine = await give({ ...initiator, context: 'PRIVATE' }, ['acc-1'], olaNumber);
    const theirs = await give({ ...initiator, corporateId: fiskAgreement }, ['acc-f'], olaNumber);
    expect(theirs.back.context).toBe('CORPORATE');
    expect(agreementIn(theirs.back, initiator.tpp)).toBe(fiskAgreement);
    const psuId = mine.back['psu-id'];
    expect(allowed(await access(initiator.tpp, psuId))).toEqual(['acc-1']);
    expect(allowed(await access(initiator.tpp, psuId, fiskAgreement))).toEqual(['acc-f']);
  });
});

describe('a forged form of accounts', () => {
  it.each([
    ['an account of another customer', ['acc-f']],
    ['an unknown account', ['nothing']],
    ['one account of the customer and one of another customer', ['acc-1', 'acc-f']],
  ])('is rejected as a whole with %s', async (_what, accounts) => {
    const initiator = newTpp();
    const at = await atAccounts(initiator);
    expect((await pick(at, accounts)).status).toBe(400);
    expect(fieldsOf(await at.browser.get(`/sign/${at.id}`)).code).toBe('');
  });

  it('is rejected without the form token', async () => {
    const at = await atAccounts(newTpp());
    const fields = { csrf: 'x'.repeat(43), context: 'PRIVATE', account: 'acc-1' };
    expect((await at.browser.post(`/sign/${at.id}/accounts`, fields)).status).toBe(403);
  });

  it('is rejected from another browser, with or without the token', async () => {
    const at = await atAccounts(newTpp());
    expect((await pick({ ...at, browser: sca.newBrowser() }, ['acc-1'])).status).toBe(403);
  });

  it('gives no access when it names another context than its page', async () => {
    const { browser, id, page } = await atAccounts(newTpp());
    const fields = { csrf: hidden(page.text, 'csrf'), context: fiskAgreement, account: 'acc-1' };
    expect((await browser.post(`/sign/${id}/accounts`, fields)).status).toBe(400);
  });

  it('gives no access to accounts when a payment is approved', async () => {
    const at = await goToApproval(sca, await sca.open());
    expect((await pick(at, [])).status).toBe(400);
  });

  it('does not give access to a newer choice', async () => {
    const initiator = newTpp();
    const at = await atAccounts(initiator);
    const narrow = await pick(at, ['acc-1']);
    await pick(at, ['acc-1', 'acc-2']);
    const answer = await approve(at, narrow);
    expect(answer.location).toContain('notice=changed');
    const wide = await at.browser.get(`/sign/${at.id}`);
    const mixed = await approve(at, narrow, { shown: hidden(wide.text, 'shown') });
    expect(mixed.location).toBe(`/sign/${at.id}?notice=wrong-code`);
  });

  it('has one effect when it is sent twice', async () => {
    const initiator = newTpp();
    const at = await atAccounts(initiator);
    const page = await pick(at, ['acc-1']);
    const [one, two] = await Promise.all([approve(at, page), approve(at, page)]);
    expect(sentBack(one)).toEqual(sentBack(two));
    const { rows } = await sca.database.pool.query<{ count: number }>(
      `select count(*)::int from es.event where stream_id like $1`,
      [`access-${initiator.tpp}-%`],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('leaves out an account that the customer may no longer give access to', async () => {
    const at = await atAccounts(newTpp());
    const page = await pick(at, ['acc-1', 'acc-2']);
    const kari = sca.bank.customers.get(kariNumber);
    const [own] = kari?.contexts ?? [];
    if (kari === undefined || own === undefined) throw new Error('no Kari');
    const contexts = [{ ...own, viewable: own.viewable.slice(0, 1) }];
    sca.bank.customers.set(kariNumber, { ...kari, contexts });
    expect((await approve(at, page)).location).toContain('notice=changed');
  });
});
