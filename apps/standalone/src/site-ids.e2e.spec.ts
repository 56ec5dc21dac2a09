import {
  accountOf,
  aDomesticPayment,
  approveForAt,
  enterOwnPage,
  firstThat,
  grantAt,
  jsonWith,
  listedCustomers,
  openToSign,
  PsuBrowser,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
} from '@nordgate/testing';
import type { Departure, ListedCustomer, Page, World } from '@nordgate/testing';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

/** A page, with the browser that has seen it. */
interface Seen {
  readonly page: Page;
  readonly browser: PsuBrowser;
}

/** A browser that keeps every page. */
class SeeingBrowser extends PsuBrowser {
  constructor(
    site: string,
    private readonly seen: Seen[],
  ) {
    super(site);
  }

  override async open(...where: Parameters<PsuBrowser['open']>): Promise<Page | Departure> {
    return this.kept(await super.open(...where));
  }

  override async submit(...what: Parameters<PsuBrowser['submit']>): Promise<Page | Departure> {
    return this.kept(await super.submit(...what));
  }

  private kept(place: Page | Departure): Page | Departure {
    const page = 'leftTo' in place ? place.page : place;
    if (page !== undefined) this.seen.push({ page, browser: this });
    return place;
  }
}

/** The opaque id of the link, which its address has. */
const ownId = /\/sign\/[0-9a-f]{32}\.[1-9]\d*/g;
/** An id of the bank with the generation of its world. */
const withGeneration = /[\w-]*[0-9a-f]{12}\.[1-9]\d*/g;
const idsIn = ({ text }: Page) => text.replaceAll(ownId, '').match(withGeneration) ?? [];

/** The pages that a page leads to without a form. */
const linksOn = ({ html, url }: Page) =>
  html
    .querySelectorAll('a[href]')
    .map((link) => new URL(link.getAttribute('href') ?? '', url).href);

describe('the pages of the approval site in a sandbox', () => {
  const seen: Seen[] = [];
  let test: TestBank;
  let world: World;
  let people: ReadonlyMap<string, ListedCustomer>;
  beforeAll(async () => {
    test = await startTestBank();
    world = {
      ...test.world(),
      newBrowser: () => new SeeingBrowser(test.bank.scaUrl, seen),
    };
    await setUpSandbox(world);
    const customers = await listedCustomers(world.tpp);
    people = new Map(customers.map((one) => [one.customerName, one]));
  });
  afterAll(() => test.stop());

  const named = (name: string) => people.get(`Sandbox ${name}`)!;
  const linkFor = async (path: string, body?: object, headers = {}) => {
    const call = { method: 'POST', path, headers, ...(body && { body }) } as const;
    return scaRedirectOf(jsonWith(await world.tpp.call(call), 201));
  };
  const consent = () => linkFor('/v1/bank-offered-consents');

  it('show no id with the generation of a world, but that of the link in its address', async () => {
    const [signer, other, company] = ['Person Tre', 'Person Fire', 'Bedrift Tre AS'].map(named) as [
      ListedCustomer,
      ListedCustomer,
      ListedCustomer,
    ];
    const actsFor = company.customerName;
    for (const choice of [
      { bbans: [accountOf(signer)] },
      { bbans: [accountOf(company)], actsFor },
      { bbans: [accountOf(company)], actsFor },
    ]) {
      await grantAt(world, await consent(), signer, choice);
    }
    const debtorAccount = { bban: accountOf(company), currency: 'NOK' };
    const body = aDomesticPayment({ debtorAccount });
    const corporate = { 'psu-context': 'CORPORATE' };
    await approveForAt(world, await linkFor(singlePath, body, corporate), signer, actsFor);
    const { scaUrl } = test.bank;
    const toSign = await firstThat(
      'the payment waits for the other signer',
      async () => {
        const browser = world.newBrowser();
        return { browser, page: await enterOwnPage(browser, scaUrl, other) };
      },
      ({ page }) => page.html.querySelector('form[action$="/my/sign"]') !== null,
    );
    const approval = await openToSign(toSign.browser, toSign.page);
    await toSign.browser.submit(approval, { withField: 'code' }, { code: '000000' });
    await enterOwnPage(world.newBrowser(), scaUrl, signer);
    await world.newBrowser().open(`${scaUrl}/sign/${'0'.repeat(32)}.1/x`);
    const opened = new Set<string>();
    // Each page that the walk finds is walked in its turn.
    for (const { page, browser } of seen) {
      for (const href of linksOn(page)) {
        const isOfSite = href.startsWith(`${scaUrl}/`) && !opened.has(href);
        if (isOfSite) await browser.open(href);
        opened.add(href);
      }
    }
    const kinds = new Set(seen.map(({ page }) => pageKindOf(page)));
    expect(kinds.size).toBeGreaterThan(8);
    expect(seen.map(({ page }) => page.text).join()).toContain('name="context" value=');
    expect(seen.map(({ page }) => page.text).join()).toContain('name="account" value=');
    expect(new Set(seen.flatMap(({ page }) => idsIn(page)))).toEqual(new Set());
  });
});

/** What tells one kind of page from another: its heading and its forms. */
function pageKindOf({ html, status }: Page): string {
  const forms = html.querySelectorAll('form').map((form) => form.getAttribute('action') ?? '');
  const ends = forms.map((action) => action.replace(ownId, ''));
  return [status, html.querySelector('h1')?.text ?? '', ...ends].join(' ');
}
