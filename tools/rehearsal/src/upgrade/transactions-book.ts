import { timeInOslo } from '@nordgate/contracts/calendar';
import { jsonWith } from '@nordgate/testing';
import type { TppClient } from '@nordgate/tpp-client';
import type { TransactionRecord } from './upgrade-evidence.js';

interface Booked {
  readonly transactionId?: string;
}

interface Seen {
  readonly when: string;
  readonly text: string | undefined;
}

/** What may not differ between releases. Links and members that a release adds may. */
const kept = [
  ...['transactionAmount', 'bookingDate', 'valueDate', 'creditorName', 'debtorName'],
  'remittanceInformationUnstructured',
];
const monthMs = 30 * 86_400_000;
const byIdCount = 3;

/** The booked transactions of the accounts that a consent opens, at each time they were read. */
export class TransactionsBook {
  private readonly seen = new Map<string, Seen[]>();

  /** Reads all of them, and some by their ids. @throws JourneyError for an answer that is no page of them */
  async read(tpp: TppClient, when: string): Promise<void> {
    const list = await tpp.call({ method: 'GET', path: '/v1/accounts?withBalance=true' });
    const { accounts } = jsonWith<{ accounts: readonly { resourceId: string }[] }>(list, 200);
    const texts = new Map<string, string>();
    for (const { resourceId } of accounts) {
      const path = `/v1/accounts/${resourceId}/transactions`;
      for (const [id, text] of await bookedOn(tpp, path)) texts.set(id, text);
      for (const id of [...texts.keys()].slice(0, byIdCount)) {
        jsonWith(await tpp.call({ method: 'GET', path: `${path}/${id}` }), 200);
      }
    }
    for (const id of new Set([...this.seen.keys(), ...texts.keys()])) {
      const before = this.seen.get(id) ?? [];
      this.seen.set(id, [...before, { when, text: texts.get(id) }]);
    }
  }

  get records(): readonly TransactionRecord[] {
    return [...this.seen].map(([id, seen]) => ({ id, seen }));
  }
}

async function bookedOn(tpp: TppClient, path: string): Promise<readonly [string, string][]> {
  const { day: from } = timeInOslo(new Date(Date.now() - monthMs));
  const found: [string, string][] = [];
  let next: string | undefined = `${path}?dateFrom=${from}&bookingStatus=both`;
  while (next !== undefined) {
    const page: Page = jsonWith<Page>(await tpp.call({ method: 'GET', path: next }), 200);
    const { booked = [], _links } = page.transactions;
    for (const one of booked) found.push([one.transactionId ?? '', textOf(one)]);
    next = _links?.next?.href;
  }
  return found;
}

interface Page {
  readonly transactions: {
    readonly booked?: readonly Booked[];
    readonly _links?: { readonly next?: { readonly href: string } };
  };
}

function textOf(one: Booked): string {
  const members = Object.entries(one).filter(([name]) => kept.includes(name));
  return JSON.stringify(Object.fromEntries(members.toSorted(([a], [b]) => a.localeCompare(b))));
}
