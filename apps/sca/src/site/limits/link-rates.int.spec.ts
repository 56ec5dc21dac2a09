import { rateTermsOf } from '@nordgate/contracts/profile';
import { anInitiator } from '../../testing/an-authorisation.js';
import { kariNumber, linkOf, logIn, setUp } from '../../testing/psu-steps.js';
import { hidden } from '../../testing/test-browser.js';
import { startTestSca } from '../../testing/test-sca.int.js';
import type { TestSca } from '../../testing/test-sca.int.js';

/** One opening a second of each TPP, ten at once. */
const rates = rateTermsOf({ environment: 'sandbox', rates: { everyTpp: { linksPerSecond: 1 } } });
const burst = 10;

let tpps = 0;
let sca: TestSca;
beforeAll(async () => {
  sca = await startTestSca({ rates });
});
beforeEach(() => setUp(sca));
afterAll(() => sca.stop());

/** A TPP that no other test uses. */
const newTpp = () => anInitiator({ tpp: `PSDNO-FSA-7${String((tpps += 1))}` });
const openLink = async (initiator = newTpp()) => sca.open({ initiator });

/** Opens a link until the site refuses. */
async function flood(path: string, init: RequestInit = {}) {
  for (let opened = 0; opened < 3 * burst; opened += 1) {
    const answer = await sca.newBrowser().send(path, init);
    if (answer.status === 429) return { answer, opened };
  }
  throw new Error('the site admits everything');
}

describe('a TPP whose links are opened too often', () => {
  it('gets a page that leads to the link again, after ten seconds of its rate', async () => {
    const path = linkOf(await openLink());
    const { answer, opened } = await flood(path);
    expect(opened).toBeGreaterThanOrEqual(burst);
    expect(answer.text).toContain('Many customers at the moment');
    expect(answer.text).toContain(`href="${path}"`);
    expect(answer.text).not.toContain('Too many attempts');
    expect(Number(answer.headers.get('retry-after'))).toBe(1);
  });

  it('is named by the log, and not by the page', async () => {
    const initiator = newTpp();
    const { answer } = await flood(linkOf(await openLink(initiator)));
    expect(answer.text).not.toContain(initiator.tpp);
    const named = sca.lines.filter((line) => line.includes(`"tpp":"${initiator.tpp}"`));
    expect(named).toEqual([expect.stringContaining('"kind":"tpp-busy"')]);
  });

  it('does not hold up the customers of another TPP', async () => {
    const [flooded, served] = [await openLink(), await openLink()];
    await flood(linkOf(flooded));
    const browser = sca.newBrowser();
    expect((await browser.get(linkOf(served))).status).toBe(200);
    expect((await logIn(browser, served)).location).toBe(`/sign/${served}`);
  });

  it('shares one rate among all of its links', async () => {
    const initiator = newTpp();
    const [first, second] = [await openLink(initiator), await openLink(initiator)];
    await flood(linkOf(first));
    expect((await sca.newBrowser().get(linkOf(second))).status).toBe(429);
  });

  it('lets a customer go on who has opened the page before', async () => {
    const initiator = newTpp();
    const [first, second] = [await openLink(initiator), await openLink(initiator)];
    const browser = sca.newBrowser();
    const csrf = hidden((await browser.get(linkOf(second))).text, 'csrf');
    await flood(linkOf(first));
    const answer = await browser.post(linkOf(second), { csrf, customerNumber: kariNumber });
    expect(answer.location).toBe(`/sign/${second}`);
  });

  it.each(['HEAD', 'POST'])('is counted for %s as well', async (method) => {
    const { opened } = await flood(linkOf(await openLink()), { method });
    expect(opened).toBeGreaterThanOrEqual(burst);
  });

  it('is counted for a form that the site has not made', async () => {
    const id = await openLink();
    const browser = sca.newBrowser();
    await browser.get(linkOf(id));
    const made = { csrf: 'made', customerNumber: kariNumber };
    const statuses: number[] = [];
    for (let sent = 0; sent < 2 * burst; sent += 1) {
      statuses.push((await browser.post(linkOf(id), made)).status);
    }
    expect(statuses[0]).toBe(403);
    expect(statuses.at(-1)).toBe(429);
  });

  it('is not counted for links that nobody has', async () => {
    const id = await openLink();
    const guessed = `/sign/${id}/${'t'.repeat(43)}`;
    for (let guess = 0; guess <= burst; guess += 1) await sca.newBrowser().get(guessed);
    expect((await sca.newBrowser().get(linkOf(id))).status).toBe(200);
  });
});
