import { GetAccess, GetConsent, GetCustomerOfPsu, GetSession } from '@nordgate/contracts/queries';
import { inGeneration } from '@nordgate/contracts/rules';
import { eventually } from '@nordgate/testing';
import { anInitiator, linkToken } from '../../testing/an-authorisation.js';
import { enrol, enterOverview } from '../../testing/passkey-steps.int.js';
import { fieldsOf, goToApproval, kari, linkOf, sentBack, setUp } from '../../testing/psu-steps.js';
import type { AtApproval } from '../../testing/psu-steps.js';
import { hidden, withoutReference } from '../../testing/test-browser.js';
import type { TestBrowser } from '../../testing/test-browser.js';
import { startTestSca } from '../../testing/test-sca.int.js';
import type { TestSca } from '../../testing/test-sca.int.js';

const { tpp } = anInitiator();
const asksForAccounts = { kind: 'access', asks: 'accounts' } as const;
const biometric = anInitiator({ redirectPreferred: false });

let sca: TestSca;
let psuId: string;
let consentId: string;
let unused: string;
let approving: AtApproval;
let overview: TestBrowser;
let enrolling: { readonly browser: TestBrowser; readonly place: string };

/** What the TPP learns about a PSU-ID in a generation. */
async function knownOf(id: string, generation: number) {
  const { queries } = sca;
  const [session, access, customer] = await Promise.all([
    queries.ask(new GetSession(tpp, id, 'session-1', generation)),
    queries.ask(new GetAccess(tpp, id, null, 'session-1', 'attended', generation)),
    queries.ask(new GetCustomerOfPsu(tpp, id, generation)),
  ]);
  return { session: session.session, access: access.access, customer };
}
const nothing = { session: 'unknown-psu', access: 'unknown-psu', customer: null };
const everything = {
  session: 'live',
  access: 'allowed',
  customer: { customerId: kari.customerId },
};

/** The PSU grants an account. Returns the PSU-ID and the consent. */
async function grant(generation: number): Promise<readonly [psuId: string, consentId: string]> {
  const id = await sca.open({ resource: asksForAccounts, generation });
  const { browser, page } = await goToApproval(sca, id);
  const csrf = hidden(page.text, 'csrf');
  const picked = { csrf, context: 'PRIVATE', account: 'acc-1' };
  const { location } = await browser.post(`/sign/${id}/accounts`, picked);
  const chosen = await browser.get(location);
  const fields = { ...fieldsOf(chosen), shown: hidden(chosen.text, 'shown') };
  const done = await browser.post(`/sign/${id}/approve`, fields);
  return [sentBack(done)['psu-id'] ?? '', id];
}

/** Everything that a PSU can have with a TPP and the bank, then a reset that the site knows of. */
beforeAll(async () => {
  sca = await startTestSca();
  setUp(sca);
  [psuId, consentId] = await grant(0);
  const { browser } = await enrol(sca);
  const csrf = hidden((await browser.get('/my')).text, 'csrf');
  const { location } = await browser.post('/my/passkeys', { csrf });
  enrolling = { browser, place: location };
  overview = sca.newBrowser();
  expect((await enterOverview(overview)).text).toContain('Penger AS');
  unused = await sca.open();
  approving = await goToApproval(sca, await sca.open());
  expect(await knownOf(psuId, 0)).toEqual(everything);
  sca.bank.generation = 1;
  await eventually('the site knows of the reset', async () => {
    return (await sca.newBrowser().get(linkOf(unused))).text.includes('One moment');
  });
});
afterAll(() => sca.stop());

describe('after a reset of the sandbox', () => {
  it('a link from before is answered like a link with a wrong token, at each reload', async () => {
    const wrong = await sca.open({ generation: 1 });
    const [old, other] = [linkOf(unused), `/sign/${wrong}/${linkToken.replace(/^a/, 'b')}`];
    const statuses = [];
    for (const query of ['', '?waited=9', '?waited=10']) {
      const [first, second] = [
        await sca.newBrowser().get(`${old}${query}`),
        await sca.newBrowser().get(`${other}${query}`),
      ];
      expect([first.status, withoutReference(first.text)]).toEqual([
        second.status,
        withoutReference(second.text),
      ]);
      statuses.push(first.status);
    }
    expect(statuses).toEqual([200, 200, 404]);
    const posted = await sca.newBrowser().post(old, { customerNumber: '1' });
    expect([posted.status, posted.location]).toEqual([303, old]);
  });

  it('a browser on an approval page from before can neither see it nor approve', async () => {
    const { browser, fields, id } = approving;
    expect((await browser.get(`/sign/${id}`)).status).toBe(404);
    expect((await browser.post(`/sign/${id}/approve`, fields)).status).toBe(404);
    const { rows } = await sca.database.pool.query(
      `select from es.event where stream_id = $1 and type = 'AuthorisationFinalised'`,
      [`authorisation-${id}`],
    );
    expect(rows).toEqual([]);
  });

  it('the overview and the enrolment of a passkey from before are closed', async () => {
    expect((await overview.get('/my')).text).not.toContain('Penger AS');
    expect((await overview.get('/my')).text).toContain('action="/my/log-in"');
    expect((await enrolling.browser.get(enrolling.place)).status).toBe(404);
  });

  it('the PSU-ID, its session, its grant and its consent are unknown', async () => {
    expect(await knownOf(psuId, 1)).toEqual(nothing);
    // Under the id of the consent in the new generation nothing exists either.
    const moved = new GetConsent(tpp, inGeneration(consentId, 1));
    expect(await sca.queries.ask(moved)).toBeNull();
  });

  it('a new log-in shows neither grants nor passkeys, and cannot end a grant from before', async () => {
    const page = await enterOverview(sca.newBrowser());
    expect(page.text).not.toContain('Penger AS');
    expect(page.text).toContain('You have no passkey');
  });

  it('a passkey from before approves nothing: the page offers the code', async () => {
    const id = await sca.open({ initiator: biometric, generation: 1 });
    const { page } = await goToApproval(sca, id);
    expect(hidden(page.text, 'method')).toBe('sandbox-code');
    expect(page.text).not.toContain('?method=');
  });

  it('a new SCA makes another PSU-ID with its own session and grant', async () => {
    const [fresh, freshConsent] = await grant(1);
    expect(fresh).not.toBe(psuId);
    await eventually('the grant is in force', async () => {
      return (await knownOf(fresh, 1)).access === 'allowed';
    });
    expect(await knownOf(fresh, 1)).toEqual(everything);
    expect(await knownOf(fresh, 0)).toEqual(nothing);
    const consent = await sca.queries.ask(new GetConsent(tpp, freshConsent));
    expect(consent).toMatchObject({
      consentStatus: 'valid',
      grant: { stream: expect.stringMatching(/^access-.*\.1$/) as string },
    });
    const browser = sca.newBrowser();
    const page = await enterOverview(browser);
    const fields = {
      csrf: hidden(page.text, 'csrf'),
      access: /\?access=([^"]*)"/.exec(page.text)?.[1] ?? '',
    };
    await browser.post('/my/revoke', fields);
    expect((await knownOf(fresh, 1)).access).toBe('refused');
  });
});

describe('while the generation is unknown', () => {
  it('every page of a PSU is 503 with Retry-After, until accounts answers again', async () => {
    const id = await sca.open({ generation: 1 });
    sca.bank.generation = undefined;
    const browser = sca.newBrowser();
    await eventually('the lease ends', async () => (await browser.get(linkOf(id))).status === 503);
    const refused = await browser.get(linkOf(id));
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    sca.bank.generation = 1;
    await eventually('the lease begins', async () => {
      return (await browser.get(linkOf(id))).status === 200;
    });
  });
});
