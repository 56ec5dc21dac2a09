import type { ProviderManner } from '@nordgate/local/fake-provider';
import {
  approveAtProvider,
  goToApprovalByOidc,
  logInAtProvider,
  newProviderBrowser,
  startApproval,
  startLogIn,
  startSiteWithProvider,
  visit,
} from '../../testing/oidc-steps.int.js';
import type { SiteWithProvider } from '../../testing/oidc-steps.int.js';
import { anInitiator } from '../../testing/an-authorisation.js';
import { kariNumber, linkOf, olaNumber, sentBack, setUp } from '../../testing/psu-steps.js';
import { forTorsk, setUpSigners, signers } from '../../testing/two-signers.js';
import { hidden } from '../../testing/test-browser.js';
import type { Answer } from '../../testing/test-browser.js';

let site: SiteWithProvider;
beforeAll(async () => {
  site = await startSiteWithProvider();
});
beforeEach(() => {
  setUp(site.sca);
  site.provider.behave('well');
});
afterAll(() => site.stop());

const open = (initiator = anInitiator()) => site.sca.open({ initiator });
const statusOf = (paymentId: string) =>
  site.sca.bank.payments.get(paymentId)?.transactionStatus ?? '';
/** The links of a page: try again, and back to the TPP. */
const linksOn = ({ text }: Answer) =>
  [...text.matchAll(/<a class="button[^>]*href="([^"]*)"/g)].map(([, href = '']) => href);
const person = kariNumber;

describe('a log-in at the identity provider', () => {
  it('replaces the customer number, and leads to the approval page', async () => {
    const id = await open();
    const at = newProviderBrowser(site);
    const page = await at.browser.get(linkOf(id));
    expect(page.text).toContain('Log in with TestID');
    expect(page.text).not.toContain('customerNumber');
    expect(page.headers.get('content-security-policy')).toContain(
      `form-action 'self' https://tpp.example ${site.provider.issuer};`,
    );
    const csrf = hidden(page.text, 'csrf');
    const redirect = await at.browser.post(linkOf(id), { csrf, customerNumber: olaNumber });
    expect(redirect.location).toContain(`${site.provider.issuer}/auth?request_uri=`);
    const entered = await at.browser.get(await visit(site, at, redirect, { person }));
    expect(entered.location).toBe(`/sign/${id}`);
    const approval = await at.browser.get(entered.location);
    expect(approval.text).toContain('Approve 1,250.50\u00a0NOK with TestID');
    expect(approval.text).toContain('Kari Nordmann');
  });

  it('starts from a form of this browser only', async () => {
    const id = await open();
    const { browser } = newProviderBrowser(site);
    await browser.get(linkOf(id));
    expect((await browser.post(linkOf(id), { csrf: 'forged' })).status).toBe(403);
  });

  it('is broken off without a decision: the PSU tries again or goes back', async () => {
    const id = await open();
    const at = newProviderBrowser(site);
    const away = await visit(site, at, await startLogIn(at, linkOf(id)), {
      person,
      does: 'cancel',
    });
    const page = await at.browser.get(away);
    expect(page.status).toBe(200);
    expect(page.text).toContain('You did not finish');
    expect(linksOn(page)[0]).toBe(linkOf(id));
    expect(linksOn(page)[1]).toContain('https://tpp.example/back?');
    const entered = await logInAtProvider(site, at, { link: linkOf(id), person });
    expect(entered.location).toBe(`/sign/${id}`);
  });

  it.each<readonly [string, ProviderManner]>([
    ['down', 'down'],
    ['slow', 'slow'],
  ])(
    'loses nothing while the provider is %s, on the way there and back',
    async (_about, manner) => {
      const id = await open();
      const at = newProviderBrowser(site);
      const back = await visit(site, at, await startLogIn(at, linkOf(id)), { person });
      site.provider.behave(manner);
      for (const page of [await startLogIn(at, linkOf(id)), await at.browser.get(back)]) {
        expect(page.status).toBe(503);
        expect(page.headers.get('retry-after')).toBe('5');
        expect(linksOn(page)[0]).toBe(linkOf(id));
        expect(linksOn(page)[1]).toContain('https://tpp.example/back?');
      }
      site.provider.behave('well');
      const entered = await logInAtProvider(site, at, { link: linkOf(id), person });
      expect(entered.location).toBe(`/sign/${id}`);
    },
  );

  it.each<readonly [string, ProviderManner]>([
    ['another acr', 'weak-acr'],
    ['other methods', 'weak-amr'],
    ['a log-in from before the visit', 'earlier-log-in'],
  ])('is too weak with %s', async (_about, manner) => {
    site.provider.behave(manner);
    const id = await open();
    const page = await logInAtProvider(site, newProviderBrowser(site), {
      link: linkOf(id),
      person,
    });
    expect(page.status).toBe(403);
    expect(page.text).toContain('A stronger log-in is needed');
  });

  it('of nobody whom the bank knows has its page, and the link can be used again', async () => {
    const id = await open();
    const at = newProviderBrowser(site);
    const page = await logInAtProvider(site, at, { link: linkOf(id), person: '00000000000' });
    expect(page.status).toBe(403);
    expect(page.text).toContain('You are not a customer here');
    at.cookies.clear();
    const entered = await logInAtProvider(site, at, { link: linkOf(id), person });
    expect(entered.location).toBe(`/sign/${id}`);
  });

  it('of another customer than the TPP expects goes back to the TPP', async () => {
    const id = await open(anInitiator({ psuId: '11111111-1111-4111-8111-111111111111' }));
    const back = await logInAtProvider(site, newProviderBrowser(site), {
      link: linkOf(id),
      person,
    });
    expect(sentBack(back)['code']).toBe('PSU_CREDENTIALS_INVALID');
  });

  it('opens the overview, whose log-out goes on to the provider', async () => {
    const at = newProviderBrowser(site);
    const start = await at.browser.get('/my');
    const opened = await at.browser.post('/my/log-in', {
      app: 'PSDNO-FSA-1',
      csrf: hidden(start.text, 'csrf'),
    });
    const { location: path } = await logInAtProvider(site, at, { link: opened.location, person });
    const page = await at.browser.get(path);
    const done = await approveAtProvider(site, at, { page, path, person });
    expect(done.location).toBe('/my');
    const overview = await at.browser.get('/my');
    expect(overview.text).toContain('Log out');
    const out = await at.browser.post('/my/log-out', { csrf: hidden(overview.text, 'csrf') });
    const address = new URL(out.location);
    expect(`${address.origin}${address.pathname}`).toBe(`${site.provider.issuer}/session/end`);
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${site.sca.url}/my`);
  });
});

describe('an approval at the identity provider', () => {
  it('finalises the authorisation and goes back to the TPP', async () => {
    const { at, page, path } = await goToApprovalByOidc(site, await open(), person);
    expect(page.headers.get('content-security-policy')).toContain(site.provider.issuer);
    const back = await approveAtProvider(site, at, { page, path, person });
    expect(sentBack(back)).toMatchObject({ 'tpp-session-id': 'session-1' });
    expect(statusOf('pay-1')).toBe('ACTC');
  });

  it('is the second signature of another signer', async () => {
    setUpSigners(site.sca);
    for (const [who, status] of [
      ['anne', 'PDNG'],
      ['bjorn', 'ACTC'],
    ] as const) {
      const { number } = signers[who];
      const { at, page, path } = await goToApprovalByOidc(site, await open(forTorsk), number);
      await approveAtProvider(site, at, { page, path, person: number });
      expect(statusOf('pay-1')).toBe(status);
    }
  });

  it('is not needed to refuse', async () => {
    const { browser, page, path } = await goToApprovalByOidc(site, await open(), person);
    const back = await browser.post(`${path}/refuse`, { csrf: hidden(page.text, 'csrf') });
    expect(sentBack(back)['status']).toBe('400');
    expect(statusOf('pay-1')).toBe('RJCT');
  });

  it('is broken off without a decision', async () => {
    const { at, browser, page, path } = await goToApprovalByOidc(site, await open(), person);
    const redirect = await startApproval(at, path, page);
    const answer = await visit(site, at, redirect, { person, does: 'cancel' });
    const broken = await browser.get(answer);
    expect(broken.text).toContain('You did not finish');
    expect(linksOn(broken)[0]).toBe(path);
    // The cookie of the visit is spent, also when the visit failed.
    expect((await browser.get(answer)).text).not.toContain('You did not finish');
    expect(statusOf('pay-1')).toBe('RCVD');
    const again = await browser.get(path);
    await approveAtProvider(site, at, { page: again, path, person });
    expect(statusOf('pay-1')).toBe('ACTC');
  });

  it.each<readonly [string, ProviderManner, string]>([
    ['an altered amount', 'altered-amount', person],
    ['no details', 'no-details', person],
    ['the details of another approval', 'details-of-another', person],
    ['another person', 'well', olaNumber],
  ])('with %s is a wrong proof, and the third ends it', async (_about, manner, who) => {
    const id = await open();
    const { at, browser, path } = await goToApprovalByOidc(site, id, person);
    site.provider.behave(manner);
    at.cookies.clear();
    for (let left = 2; left >= 1; left -= 1) {
      const page = await browser.get(path);
      const again = await approveAtProvider(site, at, { page, path, person: who });
      expect(again.location).toContain('notice=wrong-oidc');
      expect((await browser.get(again.location)).text).toContain(
        `You have ${String(left)} attempt`,
      );
    }
    const page = await browser.get(path);
    const back = await approveAtProvider(site, at, { page, path, person: who });
    expect(sentBack(back)['status']).toBe('400');
    expect(statusOf('pay-1')).toBe('RCVD');
  });

  it('needs a new log-in at the provider', async () => {
    const { at, browser, page, path } = await goToApprovalByOidc(site, await open(), person);
    site.provider.behave('earlier-log-in');
    const again = await approveAtProvider(site, at, { page, path, person });
    expect(again.text).toContain('A stronger log-in is needed');
    expect(statusOf('pay-1')).toBe('RCVD');
    expect((await browser.get(path)).status).toBe(200);
  });

  it('starts from a form of this browser only', async () => {
    const { browser, page, path } = await goToApprovalByOidc(site, await open(), person);
    const context = hidden(page.text, 'context');
    const fields = { csrf: 'forged', context, method: 'oidc' };
    expect((await browser.post(`${path}/provider`, fields)).status).toBe(403);
  });

  it('cannot be forged in the form of the site', async () => {
    const { browser, page, path } = await goToApprovalByOidc(site, await open(), person);
    const fields = { method: 'oidc', context: hidden(page.text, 'context'), code: 'x'.repeat(80) };
    const again = await browser.post(`${path}/approve`, {
      ...fields,
      csrf: hidden(page.text, 'csrf'),
    });
    expect(again.location).toContain('notice=wrong-oidc');
  });

  it('of content that has changed meanwhile shows the new content', async () => {
    const { at, browser, page, path } = await goToApprovalByOidc(site, await open(), person);
    const back = await visit(site, at, await startApproval(at, path, page), { person });
    const view = site.sca.bank.payments.get('pay-1')!;
    site.sca.bank.payments.set('pay-1', { ...view, hash: 'hash-new' });
    expect((await browser.get(back)).location).toContain('notice=changed');
  });
});

describe('what comes back from the identity provider', () => {
  it.each(['', '?state=x', '?code=c&state=s', '?error=access_denied', '?state=a&state=b'])(
    'without a visit of this browser is a page: /oidc/callback%s',
    async (query) => {
      const page = await site.sca.newBrowser().get(`/oidc/callback${query}`);
      expect(page.status).toBe(403);
      expect(page.text).toContain('This log-in cannot be used');
    },
  );

  it('is used once, and only in the browser that started it', async () => {
    const id = await open();
    const at = newProviderBrowser(site);
    const back = await visit(site, at, await startLogIn(at, linkOf(id)), { person });
    expect((await site.sca.newBrowser().get(back)).status).toBe(403);
    expect((await at.browser.get(back)).location).toBe(`/sign/${id}`);
    expect((await at.browser.get(back)).status).toBe(403);
  });

  it('is rejected in a browser that is on another visit (RFC 9700)', async () => {
    const [victim, attacker] = [newProviderBrowser(site), newProviderBrowser(site)];
    await startLogIn(victim, linkOf(await open()));
    const redirect = await startLogIn(attacker, linkOf(await open()));
    const back = await visit(site, attacker, redirect, { person: olaNumber });
    const page = await victim.browser.get(back);
    expect(page.status).toBe(403);
    expect(page.text).toContain('This log-in cannot be used');
  });

  it('is rejected when a kept cookie brings it a second time (RFC 9700)', async () => {
    const id = await open();
    const at = newProviderBrowser(site);
    const back = await visit(site, at, await startLogIn(at, linkOf(id)), { person });
    const kept = new Map(at.browser.cookies);
    await at.browser.get(back);
    const copy = site.sca.newBrowser();
    for (const [name, value] of kept) copy.cookies.set(name, value);
    const page = await copy.get(back);
    expect(page.status).toBe(410);
    expect(page.text).toContain('This link has been used already');
  });

  it('is rejected when the code of one visit comes with the state of another', async () => {
    const [first, second] = [await open(), await open()];
    const at = newProviderBrowser(site);
    const one = await visit(site, at, await startLogIn(at, linkOf(first)), { person });
    const two = await visit(site, at, await startLogIn(at, linkOf(second)), { person });
    const mixed = new URLSearchParams(one.split('?')[1]);
    mixed.set('code', new URLSearchParams(two.split('?')[1]).get('code') ?? '');
    const page = await at.browser.get(`/oidc/callback?${mixed.toString()}`);
    expect(page.status).toBe(502);
    expect(linksOn(page)[0]).toBe(linkOf(first));
  });

  it.each<ProviderManner>(['no-iss', 'wrong-iss'])(
    'is rejected with %s (RFC 9207)',
    async (manner) => {
      const at = newProviderBrowser(site);
      const redirect = await startLogIn(at, linkOf(await open()));
      site.provider.behave(manner);
      const page = await at.browser.get(await visit(site, at, redirect, { person }));
      expect(page.status).toBe(502);
    },
  );

  it('belongs to at most five visits of a browser', async () => {
    const at = newProviderBrowser(site);
    const link = linkOf(await open());
    for (let n = 0; n < 7; n += 1) await startLogIn(at, link);
    const cookies = [...at.browser.cookies].filter(
      ([name, value]) => name.startsWith('nordgate-oidc-') && value !== '',
    );
    expect(cookies).toHaveLength(5);
  });
});

describe('the key of the bank at the identity provider', () => {
  it('is public, without its private part', async () => {
    const answer = await site.sca.newBrowser().get('/oidc/jwks.json');
    const { keys } = JSON.parse(answer.text) as { keys: Record<string, string>[] };
    expect(keys).toMatchObject([{ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' }]);
    expect(Object.keys(keys[0]!)).not.toContain('d');
  });
});

describe('an identifier of the core', () => {
  let byIdentifier: SiteWithProvider;
  beforeAll(async () => {
    byIdentifier = await startSiteWithProvider({ customerClaimHolds: 'identifier' });
    setUp(byIdentifier.sca);
    byIdentifier.sca.bank.identifiers
      .set('pid-kari', { is: 'customer', customerId: 'cus-kari' })
      .set('pid-blocked', { is: 'blocked' })
      .set('pid-two', { is: 'ambiguous' });
  });
  afterAll(() => byIdentifier.stop());

  it.each([
    ['pid-kari', 303, ''],
    ['pid-blocked', 403, 'Your access is blocked'],
    ['pid-two', 403, 'We cannot tell who you are'],
    ['pid-nobody', 403, 'You are not a customer here'],
    [kariNumber, 403, 'You are not a customer here'],
  ])('logs in whom it means: %s', async (who, status, text) => {
    const id = await byIdentifier.sca.open();
    const at = newProviderBrowser(byIdentifier);
    const answer = await logInAtProvider(byIdentifier, at, { link: linkOf(id), person: who });
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(text);
  });
});
