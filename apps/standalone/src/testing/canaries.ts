import { PsuBrowser } from '@nordgate/testing';
import type { Departure, ListedCustomer, Page } from '@nordgate/testing';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';

/** What a bank shows to its operators. */
export interface Shown {
  readonly log: readonly string[];
  /** Each span as text: its name, attributes, events, status and links. */
  readonly spans: readonly string[];
  readonly metrics: string;
}

/** Shorter texts occur by chance. */
const lengthMin = 7;
/** Behind the point of a sum of durations stand any digits, and so those of a customer's number, by chance. */
const fractions = /(?<=\d\.)\d+/gu;

/** Personal data and secrets that went through a bank. Operators must not see any of them. */
export class Canaries {
  private readonly texts = new Set<string>();

  constructor(...texts: readonly string[]) {
    this.add(...texts);
  }

  add(...texts: readonly (string | null | undefined)[]): void {
    for (const text of texts) if (text && text.length >= lengthMin) this.texts.add(text);
  }

  /** Names and numbers of customers, accounts and cards. */
  addCustomers(customers: readonly ListedCustomer[]): void {
    for (const { customerNumber, customerName, accounts, cardAccounts } of customers) {
      this.add(customerNumber, customerName);
      this.add(...accounts.flatMap(({ bban, iban }) => [bban, iban]));
      this.add(...cardAccounts.flatMap(({ maskedPan, name }) => [maskedPan, name]));
    }
  }

  get size(): number {
    return this.texts.size;
  }

  /** Where canaries are seen: `log: …`, `span: …` or `metric: …`, each with the canary. */
  hitsIn({ log, spans, metrics }: Shown): readonly string[] {
    const parts = [
      ...log.map((text) => ['log', text] as const),
      ...spans.map((text) => ['span', text] as const),
      ...metrics.split('\n').map((text) => ['metric', text] as const),
    ];
    return parts.flatMap(([kind, text]) => {
      const shown = text.replace(fractions, '');
      return [...this.texts]
        .filter((one) => shown.includes(one))
        .map((one) => `${kind}: ${one} in ${text}`);
    });
  }
}

/** What a span shows, without its ids. */
export function textOf({ name, attributes, events, status, links }: ReadableSpan): string {
  const linked = links.map((link) => link.attributes);
  return JSON.stringify({ name, attributes, events, status, linked });
}

const secretFields = ['csrf', 'customerNumber', 'password', 'username', 'code'];
const secretParameters = ['psu-id', 'tpp-session-id', 'state'];

/** A PSU's browser that adds what it sends and is told to the canaries: tokens, ids and log-ins. */
export class CanaryBrowser extends PsuBrowser {
  constructor(
    private readonly canaries: Canaries,
    ...origins: ConstructorParameters<typeof PsuBrowser>
  ) {
    super(...origins);
  }

  override async open(url: string): Promise<Page | Departure> {
    // A link to approve has its token in the path.
    this.canaries.add(...new URL(url).pathname.split('/').filter((part) => part.length > 20));
    return this.watched(await super.open(url));
  }

  override async submit(...what: Parameters<PsuBrowser['submit']>): Promise<Page | Departure> {
    const [, , fields = {}] = what;
    for (const [field, value] of Object.entries(fields)) {
      if (secretFields.includes(field)) this.canaries.add(...[value].flat());
    }
    return this.watched(await super.submit(...what));
  }

  private watched(place: Page | Departure): Page | Departure {
    if ('leftTo' in place) {
      const { searchParams } = place.leftTo;
      this.canaries.add(...secretParameters.map((name) => searchParams.get(name)));
    } else {
      const hidden = place.html.querySelectorAll('input[type=hidden]');
      const secret = hidden.filter((one) => secretFields.includes(one.getAttribute('name') ?? ''));
      this.canaries.add(...secret.map((one) => one.getAttribute('value')));
    }
    return place;
  }
}
