import {
  accountOf,
  actFor,
  approveAt,
  codesOf,
  grantAt,
  initiate,
  jsonWith,
  makeBasket,
  meetPsu,
  orderBetween,
  pageOf,
  refuseAt,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
  statusOf,
} from '@nordgate/testing';
import type { ListedCustomer, MadePayment, Page, PsuBrowser, World } from '@nordgate/testing';
import { sandboxCodeOn } from '@nordgate/tpp-client/psu';
import { request } from 'undici';
import { startTestBank } from '../testing/test-bank.js';
import type { TestBank } from '../testing/test-bank.js';

const readsWithoutPsu = 4;
const atOnce = 12;

let test: TestBank;
let world: World;
let debtor: ListedCustomer;
let creditor: ListedCustomer;
beforeAll(async () => {
  test = await startTestBank();
  world = test.world();
  [debtor, creditor] = (await setUpSandbox(world)) as [ListedCustomer, ListedCustomer];
  await meetPsu(world, debtor);
});
afterAll(() => test.stop());

const pay = (amount = '125.50') =>
  initiate(
    world,
    singlePath,
    orderBetween({ debtor, creditor }, { instructedAmount: { amount, currency: 'NOK' } }),
  );
const stateOf = ({ paymentId }: MadePayment) => statusOf(world, singlePath, paymentId);
const pathOf = ({ paymentId }: MadePayment) => `${singlePath}/${paymentId}`;

/** How a payment comes to an end, or out of the hands of its TPP. */
const ends = {
  CANC: async (payment: MadePayment) => {
    const answer = await world.tpp.call({ method: 'DELETE', path: pathOf(payment) });
    expect(answer.status).toBe(204);
  },
  RJCT: async ({ scaHref }: MadePayment) => {
    await refuseAt(world, scaHref, debtor);
  },
  ACTC: async ({ scaHref }: MadePayment) => {
    await approveAt(world, scaHref, debtor);
  },
} as const;

/** The page on which a PSU approves. */
async function approvalPage(browser: PsuBrowser, href: string): Promise<Page> {
  const asked = pageOf(await browser.open(href));
  const { customerNumber } = debtor;
  const inside = await browser.submit(asked, { withField: 'customerNumber' }, { customerNumber });
  return pageOf(await actFor(browser, inside));
}

/** Every form of the approval site that decides, below the address of its page. */
const decidingForms = ['approve', 'refuse', 'decline', 'accounts', 'accounts/end'] as const;

describe('API6:2023 unrestricted access to sensitive business flows', () => {
  it.each(Object.keys(ends) as (keyof typeof ends)[])(
    'opens no further step of the flow to a payment that is %s, in whatever order the steps come',
    async (state) => {
      const payment = await pay();
      await ends[state](payment);
      expect(await stateOf(payment)).toBe(state);
      const own = { paymentIds: [payment.paymentId] };
      const steps = {
        'another authorisation': world.tpp.call({
          method: 'POST',
          path: `${pathOf(payment)}/authorisations`,
        }),
        'a basket': world.tpp.call({ method: 'POST', path: '/v1/signing-baskets', body: own }),
      };
      for (const [step, pending] of Object.entries(steps)) {
        const { status } = await pending;
        expect([step, status >= 400 && status < 500]).toEqual([step, true]);
      }
      const again = await world.newBrowser().open(payment.scaHref);
      const place = 'leftTo' in again ? 'left' : again.text;
      expect(place).not.toContain('name="code"');
      expect(await stateOf(payment)).toBe(state);
    },
  );

  it.each(decidingForms)(
    'lets nobody skip the log-in: the form %s without it decides nothing',
    async (form) => {
      const payment = await pay();
      const { origin, pathname } = new URL(payment.scaHref);
      const address = `${origin}${pathname.split('/').slice(0, 3).join('/')}/${form}`;
      const fields = { code: '000000', csrf: 'x', page: 'x', context: 'PRIVATE', method: 'code' };
      const answer = await request(address, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      });
      await answer.body.dump();
      expect([302, 303, 400, 403, 404]).toContain(answer.statusCode);
      expect(String(answer.headers['location'] ?? origin)).toContain(origin);
      expect(await stateOf(payment)).toBe('RCVD');
    },
  );

  it('binds the code of a page to its payment: the code of a small one approves no large one', async () => {
    const [small, large] = [await pay('1.00'), await pay('50000.00')];
    const browser = world.newBrowser();
    const pageOfLarge = await approvalPage(browser, large.scaHref);
    const pageOfSmall = await approvalPage(browser, small.scaHref);
    const code = sandboxCodeOn(pageOfSmall)!;
    // The codes of two pages may be the same by chance, once in a million.
    if (code === sandboxCodeOn(pageOfLarge)) return;
    await browser.submit(pageOfLarge, { withField: 'code' }, { code });
    expect(await stateOf(large)).toBe('RCVD');
    expect(await stateOf(small)).toBe('RCVD');
  });

  it('binds an approval to the page that showed it: a form that names another page approves nothing', async () => {
    const [shown, hidden] = [await pay('1.00'), await pay('50000.00')];
    const browser = world.newBrowser();
    const page = await approvalPage(browser, shown.scaHref);
    await approvalPage(browser, hidden.scaHref);
    const form = page.html.querySelector('form[action$="/approve"]')!;
    const [own, foreign] = [shown, hidden].map(({ scaHref }) => openId(scaHref));
    form.setAttribute('action', form.getAttribute('action')!.replace(own!, foreign!));
    await browser.submit(page, { withField: 'code' }, { code: sandboxCodeOn(page)! });
    expect(await stateOf(hidden)).toBe('RCVD');
  });

  it('approves a member of an open basket by the link of the basket alone', async () => {
    const [member, second] = [await pay(), await pay()];
    await makeBasket(world, [member, second]);
    const place = await world.newBrowser().open(member.scaHref);
    expect('leftTo' in place ? '' : place.text).not.toContain('name="code"');
    expect(await stateOf(member)).toBe('RCVD');
  });

  it('grants four reads of balances without the PSU to twelve requests that come at once', async () => {
    const reader = { ...test.world(), tpp: await test.newTpp('PSDNO-FSA-830000003') };
    const [, person] = await setUpSandbox(reader);
    const asked = await reader.tpp.call({ method: 'GET', path: '/v1/accounts' });
    const choice = { bbans: [accountOf(person)] };
    const back = await grantAt(reader, scaRedirectOf(jsonWith(asked, 401)), person!, choice);
    const [psuId, tppSessionId] = ['psu-id', 'tpp-session-id'].map(
      (name) => back.searchParams.get(name) ?? '',
    );
    reader.tpp.actFor({ psuId: psuId!, tppSessionId: tppSessionId! });
    const listed = await reader.tpp.call({ method: 'GET', path: '/v1/accounts' });
    const [account] = jsonWith<{ accounts: { resourceId: string }[] }>(listed, 200).accounts;
    const path = `/v1/accounts/${account!.resourceId}/balances`;
    const headers = { 'psu-ip-address': undefined };
    const answers = await Promise.all(
      Array.from({ length: atOnce }, () => reader.tpp.call({ method: 'GET', path, headers })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(readsWithoutPsu);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map((one) => [one.status, ...codesOf(one)].join(' ')))).toEqual(
      new Set(['429 ACCESS_EXCEEDED']),
    );
  });
});

/** The id of an authorisation, which its page has in the address. */
const openId = (href: string) => new URL(href).pathname.split('/')[2]!;
