import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import { actAs } from './first-contact.js';
import { grantAt } from './site.js';
import { accountOf, codesOf, demand, jsonWith, reaches, scaRedirectOf } from './world.js';
import type { ListedCustomer, World } from './world.js';

/** An account or card account as a list shows it. */
export interface ListedAccount {
  readonly resourceId: string;
  readonly _links: Readonly<Record<'balances' | 'transactions', { readonly href: string }>>;
}

/** Reads of balances in 24 hours without the PSU (specification section 8). */
const readsWithoutPsu = 4;

/**
 * A TPP reads a PSU's accounts, card accounts and transactions: first contact, consent with a card, all
 * pages, the limit without the PSU, and the end of the consent (specification 2.4, 4.4, 8).
 */
export async function readAccounts(world: World, customer: ListedCustomer): Promise<void> {
  const { tpp, narrator } = world;
  tpp.actFor(undefined);
  const unknown = await tpp.call({ method: 'GET', path: '/v1/accounts' });
  const refused = jsonWith(unknown, 401);
  demand(codesOf(unknown).join() === 'CONSENT_UNKNOWN', 'CONSENT_UNKNOWN', refused);
  narrator.step('GET /v1/accounts without PSU-ID', '401 CONSENT_UNKNOWN with a scaRedirect link');
  const card = customer.cardAccounts[0]?.maskedPan ?? '';
  const choice = { bbans: [accountOf(customer)], cards: [card] };
  actAs(tpp, await grantAt(world, scaRedirectOf(refused), customer, choice));
  narrator.step('the PSU grants an account and a card', `${choice.bbans.join()} and ${card}`);
  const account = await onlyOne(world, '/v1/accounts', 'accounts');
  const cardAccount = await onlyOne(world, '/v1/card-accounts', 'cardAccounts');
  for (const one of [account, cardAccount]) await readPages(world, one);
  await useUpReads(world, account);
  await endConsent(world, customer);
  const after = await get(world, account._links.transactions.href + '?bookingStatus=both');
  demand(codesOf(after).join() === 'CONSENT_INVALID', 'CONSENT_INVALID', after.text);
  scaRedirectOf(jsonWith(after, 401));
  narrator.step('GET of the transactions', '401 CONSENT_INVALID with a scaRedirect link');
}

/** Every transaction of an account, over all pages from this path on. @throws JourneyError */
export async function pagesFrom(
  world: World,
  path: string,
): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  let next: string | undefined = path;
  while (next !== undefined) {
    const page: Page = pageOf(await get(world, next));
    pages.push(page.ids);
    next = page.next;
  }
  return pages;
}

interface Page {
  readonly ids: readonly string[];
  readonly next: string | undefined;
}

interface Listed {
  readonly transactionId?: string;
  readonly cardTransactionId?: string;
}

interface Transactions {
  readonly booked?: readonly Listed[];
  readonly pending?: readonly Listed[];
  readonly _links: { readonly next?: { readonly href: string } };
}

/** The ids of a page of transactions of an account or a card account, and the path of the next page. */
export function pageOf(answer: TppAnswer): Page {
  const body = jsonWith<{ transactions?: Transactions; cardTransactions?: Transactions }>(
    answer,
    200,
  );
  const transactions = body.transactions ?? body.cardTransactions;
  demand(transactions !== undefined, 'transactions', body);
  const { booked = [], pending = [], _links } = transactions;
  const ids = [...pending, ...booked].map(
    (one) => one.transactionId ?? one.cardTransactionId ?? '',
  );
  return { ids, next: _links.next?.href };
}

function get({ tpp }: World, path: string, headers: TppCall['headers'] = {}): Promise<TppAnswer> {
  return tpp.call({ method: 'GET', path, headers });
}

async function onlyOne(
  world: World,
  path: string,
  member: 'accounts' | 'cardAccounts',
): Promise<ListedAccount> {
  const answer = await get(world, `${path}?withBalance=true`);
  const listed = jsonWith<Record<typeof member, readonly ListedAccount[]>>(answer, 200)[member];
  const [one] = listed;
  demand(one !== undefined && listed.length === 1, 'exactly the granted one', answer.text);
  world.narrator.step(`GET ${path}?withBalance=true`, '200 with the granted one and its balances');
  return one;
}

async function readPages(world: World, { _links }: ListedAccount): Promise<void> {
  const path = `${_links.transactions.href}?bookingStatus=both&limit=50`;
  const pages = await pagesFrom(world, path);
  const ids = pages.flat();
  demand(new Set(ids).size === ids.length, 'each transaction once', ids);
  const [first] = ids;
  if (first !== undefined) jsonWith(await get(world, `${_links.transactions.href}/${first}`), 200);
  const count = `${String(ids.length)} transactions on ${String(pages.length)} pages`;
  world.narrator.step(`GET ${_links.transactions.href} and every next link`, `200, ${count}`);
}

async function useUpReads(world: World, { _links }: ListedAccount): Promise<void> {
  const absent = { 'psu-ip-address': undefined };
  const read = () => get(world, _links.balances.href, absent);
  for (let count = 0; count < readsWithoutPsu; count += 1) jsonWith(await read(), 200);
  const more = await read();
  jsonWith(more, 429);
  demand(codesOf(more).join() === 'ACCESS_EXCEEDED', 'ACCESS_EXCEEDED', more.text);
  jsonWith(await get(world, _links.balances.href), 200);
  world.narrator.step(
    `GET ${_links.balances.href} five times without the PSU, once with`,
    'four times 200, then 429 ACCESS_EXCEEDED; 200',
  );
}

/** A new consent takes the place of the old one; its end ends the access. */
async function endConsent(world: World, customer: ListedCustomer): Promise<void> {
  const path = '/v1/bank-offered-consents';
  const asked = jsonWith<{ consentId: string }>(
    await world.tpp.call({ method: 'POST', path }),
    201,
  );
  const choice = { bbans: [accountOf(customer)] };
  actAs(world.tpp, await grantAt(world, scaRedirectOf(asked), customer, choice));
  const own = `${path}/${asked.consentId}`;
  await reaches('a valid consent', 'valid', async () => {
    const answer = await get(world, `${own}/status`);
    return jsonWith<{ consentStatus: string }>(answer, 200).consentStatus;
  });
  const ended = await world.tpp.call({ method: 'DELETE', path: own });
  demand(ended.status === 204, 'status 204', ended.text);
  world.narrator.step('a new consent, and its DELETE', '201, then 204');
}
