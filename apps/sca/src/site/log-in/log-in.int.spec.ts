import { GetAuthorisation } from '@nordgate/contracts/queries';
import { anInitiator, linkToken } from '../../testing/an-authorisation.js';
import {
  fiskAgreement,
  goToApproval,
  kariNumber,
  linkOf,
  logIn,
  olaNumber,
  sentBack,
  setUp,
} from '../../testing/psu-steps.js';
import { hidden, withoutReference } from '../../testing/test-browser.js';
import type { Answer } from '../../testing/test-browser.js';
import { cookieKey, startTestSca } from '../../testing/test-sca.int.js';
import type { TestSca } from '../../testing/test-sca.int.js';
import { csrfToken, hashOf } from '../security/tokens.js';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

let sca: TestSca;
beforeAll(async () => {
  sca = await startTestSca();
});
beforeEach(() => setUp(sca));
afterAll(() => sca.stop());

async function scaStatus(id: string): Promise<string | undefined> {
  return (await sca.queries.ask(new GetAuthorisation(anInitiator().tpp, id)))?.scaStatus;
}

/** What an observer sees of an answer, without the id that the observer has sent. */
function seenOf({ status, headers, text, location }: Answer, id: string) {
  const isSame = ([name]: readonly [string, string]) => name !== 'date';
  const pairs = [...headers.entries()].filter(isSame);
  const plain = (one: string) => withoutReference(one).replaceAll(id, '<id>');
  return {
    status,
    text: plain(text),
    location: plain(location),
    headers: pairs.map(([name, value]) => [name, plain(value)]),
  };
}

/** Every answer to somebody who follows a link until it is unknown, and then sends the log-in form. */
async function walk(id: string, token: string) {
  const browser = sca.newBrowser();
  const path = `/sign/${id}/${token}`;
  const answers = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const answer = await browser.get(next);
    answers.push(seenOf(answer, id));
    next = /^1; url=(.+)$/.exec(answer.headers.get('refresh') ?? '')?.[1];
  }
  const posted = await browser.post(path, { customerNumber: kariNumber });
  return [...answers, seenOf(posted, id)];
}

const waits = Array.from({ length: 10 }, () => 200);

describe('the link of an authorisation', () => {
  it('shows the log-in form every time it is opened', async () => {
    const id = await sca.open();
    for (let visit = 0; visit < 3; visit += 1) {
      const { status, text } = await sca.newBrowser().get(linkOf(id));
      expect(status).toBe(200);
      expect(text).toContain('Penger AS asks you to approve a payment.');
      expect(text).toContain(`Penger AS is registered as ${anInitiator().tpp}.`);
      expect(text).toContain('name="customerNumber"');
    }
    expect(await scaStatus(id)).toBe('received');
  });

  it('shows the log-in form in the language of the browser', async () => {
    const path = linkOf(await sca.open());
    const { headers, text } = await sca.newBrowser().get(path, { 'accept-language': 'nb-NO' });
    expect(text).toContain('<html lang="nb">');
    expect(text).toContain('Kundenummer');
    expect(headers.get('content-language')).toBe('nb');
  });

  it('leads back to the TPP without a log-in and changes nothing', async () => {
    const { text } = await sca.newBrowser().get(linkOf(await sca.open()));
    expect(text).toContain('href="https://tpp.example/back?state=1&amp;system=sca&amp;status=400');
  });

  it('reloads ten times, a second apart, before its event arrives, and is unknown after that', async () => {
    const browser = sca.newBrowser();
    const path = `/sign/${'0'.repeat(32)}/${linkToken}`;
    let next = path;
    for (let waited = 1; waited <= 10; waited += 1) {
      const { status, headers } = await browser.get(next);
      expect(status).toBe(200);
      next = /^1; url=(.+)$/.exec(headers.get('refresh') ?? '')?.[1] ?? '';
      expect(next).toBe(`${path}?waited=${String(waited)}`);
    }
    const last = await browser.get(next);
    expect(last.status).toBe(404);
    expect(last.text).toContain('Unknown link');
    expect(last.headers.get('refresh')).toBeNull();
  });

  it('shows the log-in form once its event has arrived', async () => {
    const browser = sca.newBrowser();
    const id = 'a'.repeat(32);
    expect((await browser.get(linkOf(id))).text).toContain('One moment');
    await sca.tell({
      type: 'OpenAuthorisation',
      stream: `authorisation-${id}`,
      data: {
        resource: { kind: 'access' },
        initiator: anInitiator(),
        tokenHash: hashOf(linkToken),
      },
    });
    expect((await browser.get(linkOf(id))).text).toContain(
      'asks for confirmation that you are a customer here',
    );
  });

  it.each(['a-guessed-token-of-enough-letters', `${linkToken}x`])(
    'is answered with the wrong token %s as if its id did not exist',
    async (token) => {
      const [unknown, open] = ['b'.repeat(32), await sca.open()];
      const used = await sca.open();
      await logIn(sca.newBrowser(), used);
      const expected = await walk(unknown, token);
      expect(expected.map(({ status }) => status)).toEqual([...waits, 404, 303]);
      for (const id of [open, used]) {
        expect({ is: await walk(id, token) }).toEqual({ is: expected });
      }
      expect(await scaStatus(open)).toBe('received');
    },
  );

  it('is not found with a token that is none, whether its id exists or not', async () => {
    const answers = [];
    for (const id of ['b'.repeat(32), await sca.open()]) {
      answers.push(seenOf(await sca.newBrowser().get(`/sign/${id}/short`), id));
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]?.status).toBe(404);
  });

  it('is refused without its token and cookie as if its id did not exist', async () => {
    const id = await sca.open();
    await logIn(sca.newBrowser(), id);
    const answers = [];
    for (const one of ['b'.repeat(32), id]) {
      answers.push(seenOf(await sca.newBrowser().get(`/sign/${one}`), one));
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]?.status).toBe(403);
  });

  it('says that it has expired, and leads back to the TPP', async () => {
    const id = await sca.open({}, minutesAgo(11));
    const { headers, status, text } = await sca.newBrowser().get(linkOf(id));
    expect(status).toBe(410);
    expect(headers.get('refresh')).toMatch(/^10; url=https:\/\/.*code=SCA_EXPIRED/);
    expect(text).toContain('The time for this approval is over');
    expect(text).toContain('code=SCA_EXPIRED');
    expect(text).toContain('Back to Penger AS');
  });
});

describe('the log-in', () => {
  it('uses the link up and goes on to the approval page with a new cookie', async () => {
    const id = await sca.open();
    const browser = sca.newBrowser();
    const answer = await logIn(browser, id);
    expect(answer).toMatchObject({ status: 303, location: `/sign/${id}` });
    const cookies = answer.headers.getSetCookie();
    expect(cookies).toContainEqual(expect.stringMatching(/^nordgate-app=PSDNO-FSA-1;/));
    const cookie = cookies.at(-1);
    expect(cookie).toMatch(new RegExp(`^nordgate-sign-${id}=[\\w-]{43}; .*HttpOnly; SameSite=Lax`));
    expect(await scaStatus(id)).toBe('psuIdentified');
    const elsewhere = await sca.newBrowser().get(linkOf(id));
    expect(elsewhere.status).toBe(410);
    expect(elsewhere.text).toContain('This link has been used already');
    expect(elsewhere.headers.get('refresh')).toBeNull();
    expect(await browser.get(linkOf(id))).toMatchObject({ status: 303, location: `/sign/${id}` });
  });

  it('has one effect when the form is sent twice', async () => {
    const id = await sca.open();
    const browser = sca.newBrowser();
    const csrf = hidden((await browser.get(linkOf(id))).text, 'csrf');
    const fields = { csrf, customerNumber: kariNumber };
    const answers = await Promise.all([1, 2, 3].map(() => browser.post(linkOf(id), fields)));
    for (const answer of answers) expect(answer.location).toBe(`/sign/${id}`);
    expect((await browser.get(`/sign/${id}`)).status).toBe(200);
  });

  it('rejects a malformed customer number without counting it', async () => {
    const browser = sca.newBrowser();
    const id = await sca.open();
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const answer = await logIn(browser, id, '123');
      expect(answer.status).toBe(422);
      expect(answer.text).toContain('A customer number has eleven digits.');
      expect(answer.text).toContain('value="123"');
    }
  });

  it('sends the PSU back after five unknown customer numbers, and counts the same number once', async () => {
    const browser = sca.newBrowser();
    const id = await sca.open();
    const unknown = (digit: number) => `9999999999${String(digit)}`;
    for (const digit of [0, 1, 1, 1, 2, 3]) {
      const answer = await logIn(browser, id, unknown(digit));
      expect(answer.status).toBe(422);
      expect(answer.text).toContain('We do not recognise this customer number.');
    }
    const last = await logIn(browser, id, unknown(4));
    expect(sentBack(last)).toMatchObject({ code: 'PSU_CREDENTIALS_INVALID', status: '401' });
    expect(await scaStatus(id)).toBe('failed');
    expect((await browser.get(linkOf(id))).text).toContain('No known customer logged in');
  });

  it('is too late after ten minutes', async () => {
    const id = await sca.open({}, minutesAgo(11));
    const browser = sca.newBrowser();
    const secret = 'b'.repeat(43);
    browser.cookies.set('nordgate-log-in', secret);
    // The token of a form that was opened in time.
    const csrf = csrfToken(cookieKey, 'log-in', id, secret);
    const answer = await browser.post(linkOf(id), { csrf, customerNumber: kariNumber });
    expect(sentBack(answer)).toMatchObject({ code: 'SCA_EXPIRED', status: '401', system: 'sca' });
  });

  it('answers 503 with links to go on, while the accounts service is down', async () => {
    const id = await sca.open();
    sca.bank.down.add('accounts');
    const answer = await logIn(sca.newBrowser(), id);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(answer.text).toContain('code=SYSTEM_ERROR');
    sca.bank.down.clear();
    expect((await logIn(sca.newBrowser(), id)).location).toBe(`/sign/${id}`);
  });
});

describe('the PSU of a log-in', () => {
  /** The PSU-ID that a customer gets at the first SCA with this TPP. */
  async function psuIdOf(customerNumber: string): Promise<string> {
    const id = await sca.open({ resource: { kind: 'access' } });
    const { browser, fields } = await goToApproval(sca, id, customerNumber);
    return sentBack(await browser.post(`/sign/${id}/approve`, fields))['psu-id'] ?? '';
  }

  it('has to be the customer of PSU-ID (specification 5.12)', async () => {
    const psuId = await psuIdOf(kariNumber);
    const meant = await sca.open({ initiator: anInitiator({ psuId }) });
    expect((await logIn(sca.newBrowser(), meant)).location).toBe(`/sign/${meant}`);
    const other = await sca.open({ initiator: anInitiator({ psuId }) });
    expect(sentBack(await logIn(sca.newBrowser(), other, olaNumber))).toEqual({
      state: '1',
      system: 'sca',
      status: '401',
      code: 'PSU_CREDENTIALS_INVALID',
      message: 'Another customer, or another company, has to log in here',
    });
    expect(await scaStatus(other)).toBe('failed');
  });

  it('has the same PSU-ID at every SCA, and another PSU-ID than other customers', async () => {
    const [first, second, other] = [
      await psuIdOf(kariNumber),
      await psuIdOf(kariNumber),
      await psuIdOf(olaNumber),
    ];
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
    expect(other).not.toBe(first);
  });

  it('has to hold the agreement of PSU-Corporate-ID', async () => {
    const initiator = anInitiator({ context: 'CORPORATE', corporateId: fiskAgreement });
    const allowed = await sca.open({ initiator });
    expect((await logIn(sca.newBrowser(), allowed, olaNumber)).location).toBe(`/sign/${allowed}`);
    const refused = await logIn(sca.newBrowser(), await sca.open({ initiator }), kariNumber);
    expect(sentBack(refused)).toMatchObject({ code: 'PSU_CREDENTIALS_INVALID' });
  });
});

describe('the log-in form', () => {
  it.each<readonly [string, Record<string, string>]>([
    ['without its token', {}],
    ['with a wrong token', { csrf: 'x'.repeat(43) }],
  ])('is rejected %s', async (_about, csrf) => {
    const id = await sca.open();
    const browser = sca.newBrowser();
    await browser.get(linkOf(id));
    const answer = await browser.post(linkOf(id), { customerNumber: kariNumber, ...csrf });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('This page is no longer valid');
    expect(await scaStatus(id)).toBe('received');
  });

  it('is rejected with the token of another browser or another link', async () => {
    const [id, other] = [await sca.open(), await sca.open()];
    const [one, two] = [sca.newBrowser(), sca.newBrowser()];
    const csrf = hidden((await one.get(linkOf(id))).text, 'csrf');
    await two.get(linkOf(id));
    const fields = { csrf, customerNumber: kariNumber };
    expect((await two.post(linkOf(id), fields)).status).toBe(403);
    expect((await one.post(linkOf(other), fields)).status).toBe(403);
    expect((await sca.newBrowser().post(linkOf(id), fields)).status).toBe(403);
  });
});
