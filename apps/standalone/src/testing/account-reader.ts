import { knownHistory } from '@nordgate/accounts/known-days';
import { dayInOslo, daysLater } from '@nordgate/contracts/rules';
import {
  accountOf,
  codesOf,
  grantAt,
  jsonWith,
  scaRedirectOf,
  setUpSandbox,
} from '@nordgate/testing';
import type { ListedAccount, ListedCustomer, World } from '@nordgate/testing';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import { startTestBank } from './test-bank.js';
import type { TestBank } from './test-bank.js';
import { ledgerAccountsOf, openTestLedger } from './test-ledger.js';
import type { TestLedger } from './test-ledger.js';

/** The path of consents. */
export const consents = '/v1/bank-offered-consents';

/** The headers of a call without the PSU. */
export const absent = { 'psu-ip-address': undefined };

/** A day in Oslo, YYYY-MM-DD. */
export const dayAgo = (days: number): string => daysLater(dayInOslo(new Date()), -days);

/** A bank with one customer whose accounts are read. */
export interface ReadBank {
  readonly test: TestBank;
  readonly ledger: TestLedger;
  readonly person: ListedCustomer;
  /** The streams of the person's first account and card. */
  readonly account: string;
  readonly card: string;
  /** A new TPP with the PSU's consent to the first account and the card, or to others. */
  reader(bbans?: readonly string[], cards?: readonly string[]): Promise<Reader>;
  /** A new TPP that the PSU does not know. */
  stranger(): Promise<World>;
  stop(): Promise<void>;
}

/** A TPP, and what it may read. */
export interface Reader {
  readonly world: World;
  readonly accounts: readonly ListedAccount[];
  readonly cardAccounts: readonly ListedAccount[];
  readonly consentId: string;
}

/** Starts a bank in its known state, with the profile of a file or that of the sandbox. */
export async function startReadBank(
  options: { readonly profileFile?: string } = {},
): Promise<ReadBank> {
  // The test's ledger is another process that writes entries. What is read is the whole year.
  const whole = { isAlone: false, historyUntil: knownHistory } as const;
  const test = await startTestBank({ ...options, ...whole });
  const [person] = await setUpSandbox(test.world());
  if (person === undefined) throw new Error('no customers');
  const ledger = await openTestLedger(test);
  const streams = await ledgerAccountsOf(test, person);
  const [account = ''] = streams.accounts;
  const [card = ''] = streams.cards;
  let tpps = 0;
  const stranger = async (): Promise<World> => {
    tpps += 1;
    const organisation = `PSDNO-FSA-7000000${String(tpps).padStart(2, '0')}`;
    const tpp = await test.newTpp(organisation, ['PSP_AI', 'PSP_IC']);
    // Its first request begins its world.
    await tpp.call({ method: 'GET', path: '/v1/sandbox/customers' });
    await ledger.catchUp();
    return { ...test.world(), tpp };
  };
  return {
    ...{ test, ledger, person, account, card, stranger },
    reader: async (
      bbans = [accountOf(person)],
      cards = person.cardAccounts.map(({ maskedPan }) => maskedPan),
    ) => readerOf(await stranger(), person, { bbans, cards }),
    async stop() {
      await ledger.stop();
      await test.stop();
    },
  };
}

async function readerOf(
  world: World,
  person: ListedCustomer,
  choice: Parameters<typeof grantAt>[3],
): Promise<Reader> {
  const { tpp } = world;
  const answer = await tpp.call({ method: 'POST', path: consents });
  const { consentId, ...asked } = jsonWith<{ consentId: string }>(answer, 201);
  const back = await grantAt(world, scaRedirectOf(asked), person, choice);
  const [psuId = '', tppSessionId = ''] = ['psu-id', 'tpp-session-id'].map(
    (name) => back.searchParams.get(name) ?? '',
  );
  tpp.actFor({ psuId, tppSessionId });
  type Lists = { accounts?: ListedAccount[]; cardAccounts?: ListedAccount[] };
  const { accounts = [] } = jsonWith<Lists>(await get(world, '/v1/accounts'), 200);
  const { cardAccounts = [] } = jsonWith<Lists>(await get(world, '/v1/card-accounts'), 200);
  return { world, accounts, cardAccounts, consentId };
}

/** A GET of the TPP. */
export function get(
  { tpp }: World,
  path: string,
  headers: TppCall['headers'] = {},
): Promise<TppAnswer> {
  return tpp.call({ method: 'GET', path, headers });
}

/** The status and the codes of an answer. */
export const seen = (answer: TppAnswer): readonly unknown[] => [answer.status, ...codesOf(answer)];

/** The messages of an answer. */
export function messagesOf({ json }: TppAnswer) {
  type Messages = { tppMessages?: { category: string; path?: string; text: string }[] };
  return (json as Messages).tppMessages ?? [];
}

/** The path of an account's transactions with a query. */
export function transactionsOf(one: ListedAccount | undefined, query: string): string {
  return `${one?._links.transactions.href ?? ''}?${query}`;
}

/** A transaction of a list. */
export interface Listed {
  readonly transactionId: string;
  readonly endToEndId?: string;
  readonly creditorName?: string;
  readonly bookingDate?: string;
  readonly transactionAmount: { readonly amount: string };
}

/** The transactions of one page. */
export async function listed(
  world: World,
  one: ListedAccount | undefined,
  query: string,
  headers: TppCall['headers'] = {},
): Promise<{ readonly booked?: readonly Listed[]; readonly pending?: readonly Listed[] }> {
  const answer = await get(world, transactionsOf(one, query), headers);
  return jsonWith<{ transactions: object }>(answer, 200).transactions;
}

/** Waits until the list shows the last booking of a test: it follows the bookings in their order. */
export async function untilThere(
  world: World,
  one: ListedAccount | undefined,
  endToEndId: string,
): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const { booked = [] } = await listed(world, one, `bookingStatus=booked&dateFrom=${dayAgo(2)}`);
    if (booked.some((transaction) => transaction.endToEndId === endToEndId)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`there is no transaction ${endToEndId}`);
}
