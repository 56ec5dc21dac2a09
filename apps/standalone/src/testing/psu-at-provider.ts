import { visitProvider } from '@nordgate/local/person-at-provider';
import type { ProviderCookies } from '@nordgate/local/person-at-provider';
import { actFor, departureOf, eventually, pageOf, pickedOn, PsuBrowser } from '@nordgate/testing';
import type { Departure, Page } from '@nordgate/testing';
import type { ProductionCustomer } from './production-customers.js';

/** How a PSU approves. */
interface Approval {
  /** The organisation for which the PSU acts. Default: the PSU. */
  readonly organisation?: string;
  /** The accounts that the PSU grants, where the page asks. */
  readonly bbans?: readonly string[];
  /** Texts that the approval page has to show. */
  readonly shown?: readonly string[];
}

/** A PSU with a browser, who logs in and approves at the identity provider of the bank. */
export class PsuAtProvider {
  private readonly browser: PsuBrowser;
  private readonly cookies: ProviderCookies = new Map();

  /** `site` is the address of the approval site, without a path. */
  constructor(
    private readonly site: string,
    private readonly customer: ProductionCustomer,
  ) {
    this.browser = new PsuBrowser(site);
  }

  /** Approves at a link. Returns the return address of the PSU. */
  async approveAt(href: string, approval: Approval = {}): Promise<URL> {
    return departureOf(await this.approveOn(await this.logInAt(href), approval));
  }

  /** Logs in at the bank's own page, signs the item whose button has this text, and returns the last page. */
  async signAtBank(says: string, approval: Approval = {}): Promise<Page> {
    const start = pageOf(await this.browser.open(`${this.site}/my`));
    const logIn = pageOf(await this.browser.submit(start, { to: '/my/log-in' }));
    const inside = await this.approveOn(await this.throughProvider(logIn, { withField: 'csrf' }));
    let overview = pageOf(inside);
    let form = itemOn(overview, says);
    await eventually(
      `the overview shows ${says}`,
      async () => {
        if (form === undefined) overview = pageOf(await this.browser.open(`${this.site}/my`));
        form = itemOn(overview, says);
        return form !== undefined;
      },
      { everyMs: 200 },
    );
    const item = form?.querySelector('[name=item]')?.getAttribute('value') ?? '';
    const page = pageOf(await this.browser.submit(overview, { to: '/my/sign' }, { item }));
    return pageOf(await this.approveOn(page, approval));
  }

  /** Opens a link without logging in. */
  async open(href: string): Promise<Page> {
    return pageOf(await this.browser.open(href));
  }

  /** Opens a link until the authorisation has reached the site. Returns the page of the log-in. */
  async openReady(href: string): Promise<Page> {
    let page = await this.open(href);
    await eventually(
      `a log-in page at ${href}`,
      async () => {
        if (!hasLogIn(page)) page = await this.open(href);
        return hasLogIn(page);
      },
      { everyMs: 200 },
    );
    return page;
  }

  private async logInAt(href: string): Promise<Page> {
    const page = await this.openReady(href);
    return pageOf(await this.throughProvider(page, { withField: 'csrf' }));
  }

  private async approveOn(
    inside: Page | Departure,
    { organisation, bbans, shown = [] }: Approval = {},
  ): Promise<Page | Departure> {
    let page = pageOf(await actFor(this.browser, inside, organisation));
    if (bbans !== undefined) {
      const boxes = pickedOn(page, 'account', bbans);
      page = pageOf(await this.browser.submit(page, { to: '/accounts' }, boxes));
    }
    const missing = shown.filter((text) => !page.text.includes(text));
    if (missing.length > 0) throw new Error(`no ${missing.join(', ')} on the page: ${page.text}`);
    return this.throughProvider(page, { to: '/provider' });
  }

  /** Sends a form of the site that leads to the provider, and comes back. */
  private async throughProvider(
    page: Page,
    form: Parameters<PsuBrowser['submit']>[1],
  ): Promise<Page | Departure> {
    const away = departureOf(await this.browser.submit(page, form));
    const visit = { person: this.customer.pid, until: this.site };
    return this.browser.open(await visitProvider(away.href, visit, this.cookies));
  }
}

const hasLogIn = (page: Page) => page.html.querySelector('button[value=provider]') !== null;

/** The form that opens an item that waits for a second signature. */
function itemOn(page: Page, says: string) {
  const forms = page.html.querySelectorAll('form[action$="/my/sign"]');
  return forms.find((form) => form.text.includes(says));
}
