import { setTimeout as sleep } from 'node:timers/promises';
import { PsuBrowser, SiteError } from '../psu/psu-browser.js';
import type { Departure, Page } from '../psu/psu-browser.js';
import {
  actFor,
  asksForNumber,
  openToSign,
  pickedOn,
  sandboxCodeOn,
  without,
} from '../psu/site-forms.js';
import type { PsuAct } from './scenario.js';

const opensMax = 200;
const openAgainMs = 100;
const wrongCodesMax = 5;

/** What a PSU chooses at the bank. */
interface Choices {
  readonly company?: string | undefined;
  readonly accounts?: readonly string[] | undefined;
  readonly cards?: readonly string[] | undefined;
}

/** A visit of a PSU at the site of a sandbox, by its forms. It remembers the pages. */
export class PsuVisit {
  readonly pages: Page[] = [];
  /** Where the PSU has gone, once the PSU has left the bank. */
  leftTo: URL | undefined;
  private readonly browser: PsuBrowser;

  constructor(private readonly site: string) {
    this.browser = new PsuBrowser(site);
  }

  /** Opens a link and logs in. The bank may send the PSU back at once. */
  async logIn(href: string, customerNumber: string): Promise<void> {
    for (let opened = 1; ; opened += 1) {
      const page = this.at(await this.browser.open(href));
      if (page === undefined) return;
      if (asksForNumber(page)) break;
      // The waiting page is there until the authorisation has reached the site.
      if (opened === opensMax) throw without('field for a customer number', page);
      await sleep(openAgainMs);
    }
    await this.send({ withField: 'customerNumber' }, { customerNumber });
  }

  /** Chooses the context, and on a page for accounts the accounts and cards. */
  async choose({ company, accounts = [], cards = [] }: Choices): Promise<void> {
    if (this.leftTo !== undefined) return;
    this.at(await actFor(this.browser, this.page, company));
    if (this.leftTo !== undefined || !hasFormTo(this.page, '/accounts')) return;
    if (accounts.length + cards.length === 0) return;
    const fields = {
      ...pickedOn(this.page, 'account', accounts),
      ...pickedOn(this.page, 'card', cards),
    };
    await this.send({ to: '/accounts' }, fields);
  }

  /** Decides, or not. */
  async decide(does: PsuAct): Promise<void> {
    if (this.leftTo !== undefined || does === 'leaves') return;
    if (does === 'approves') return this.enterCode(this.code());
    if (does === 'refuses') return this.send({ to: '/refuse' });
    if (does === 'declines') return this.send({ to: '/decline' });
    for (let tries = 0; tries < wrongCodesMax && this.leftTo === undefined; tries += 1) {
      await this.enterCode(String((Number(this.code()) + 1) % 1_000_000).padStart(6, '0'));
    }
  }

  /** Opens the bank's own page, logs in there, and opens an item that waits for a second signature. */
  async openItem(page: string, customerNumber: string, says: string | undefined): Promise<void> {
    this.at(await this.browser.open(page));
    await this.send({ to: '/my/log-in' });
    await this.send({ withField: 'customerNumber' }, { customerNumber });
    await this.enterCode(this.code());
    this.pages.push(await openToSign(this.browser, this.page, says));
  }

  private code(): string {
    const code = sandboxCodeOn(this.page);
    if (code === undefined) throw without('code of the sandbox', this.page);
    return code;
  }

  private enterCode(code: string): Promise<void> {
    return this.send({ withField: 'code' }, { code });
  }

  private async send(
    choice: Parameters<PsuBrowser['submit']>[1],
    fields?: Parameters<PsuBrowser['submit']>[2],
  ): Promise<void> {
    this.at(await this.browser.submit(this.page, choice, fields));
  }

  private get page(): Page {
    const page = this.pages.at(-1);
    if (page === undefined) throw new SiteError('no page is open');
    return page;
  }

  private at(place: Page | Departure): Page | undefined {
    const page = 'leftTo' in place ? place.page : place;
    if (page !== undefined && page !== this.pages.at(-1)) this.pages.push(page);
    if (!('leftTo' in place)) return place;
    this.leftTo = place.leftTo;
    return undefined;
  }
}

function hasFormTo({ html }: Page, to: string): boolean {
  return html.querySelector(`form[action$="${to}"]`) !== null;
}
