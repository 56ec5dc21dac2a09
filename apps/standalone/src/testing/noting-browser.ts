import { PsuBrowser } from '@nordgate/testing';
import type { Departure, Page } from '@nordgate/testing';

/** A PSU's browser that notes what the PSU sees at the site, and how the PSU leaves it. */
export class NotingBrowser extends PsuBrowser {
  constructor(
    private readonly site: string,
    provider: string | undefined,
    private readonly notes: string[],
  ) {
    super(site, provider);
  }

  override async open(...where: Parameters<PsuBrowser['open']>): Promise<Page | Departure> {
    return this.noted(await super.open(...where));
  }

  override async submit(...what: Parameters<PsuBrowser['submit']>): Promise<Page | Departure> {
    return this.noted(await super.submit(...what));
  }

  /** A page that waits for an event is seen any number of times, and is not noted. */
  private noted(place: Page | Departure): Page | Departure {
    if ('leftTo' in place) this.notes.push(exitOf(place.leftTo));
    else if (place.url.startsWith(`${this.site}/`) && !isWaiting(place)) {
      this.notes.push(
        textOf(place).replaceAll(this.site, 'SITE').replaceAll(new URL(this.site).host, 'HOST'),
      );
    }
    return place;
  }
}

const ids = new Set(['psu-id', 'tpp-session-id', 'psu-corporate-id']);

/** An address at a TPP with the names of its ids, and its other parameters with their values. */
export function exitOf({ origin, pathname, searchParams }: URL): string {
  const named = [...searchParams].map(([name, value]) =>
    ids.has(name) ? name : `${name}=${value}`,
  );
  return `${origin}${pathname}?${named.join('&')}`;
}

function isWaiting({ html }: Page): boolean {
  return html.querySelector('.lead[role=status]') !== null;
}

/** Forms and links of a method: all else on the pages has to be the same with every method. */
const partsOfMethods = [
  'form:has([name=method])',
  'form:has([name=customerNumber])',
  'form:has(button[value=provider])',
  'a[href*="method="]',
];

function textOf({ html, status }: Page): string {
  const main = html.querySelector('main');
  if (main === null) throw new Error(`a page without main: ${html.text}`);
  const left = main
    .querySelectorAll(partsOfMethods.join(', '))
    .reduce((text, part) => text.replace(part.structuredText, ''), main.structuredText);
  // A part that was taken out may leave empty lines.
  const lines = left.replaceAll(/\n\s*\n/g, '\n');
  return `${String(status)} ${lines.replaceAll(/\d\d:\d\d/g, 'HH:MM')}`;
}
