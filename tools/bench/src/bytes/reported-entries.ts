import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CoreReport } from '@nordgate/contracts/core';
import { dayInOslo, streams } from '@nordgate/contracts/rules';
import { openDatabase } from '@nordgate/event-store';
import { coreMessage } from '@nordgate/messaging';
import { preload } from '../kafka/bench-topic.js';
import { bbanAt } from '../nightly/core-accounts.js';

const lookMs = 200;
const ownerId = 'bench-owner';
const accountCount = 100;
/** A UUID with this start for each account. */
const accountIdAt = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** A bank whose core reports. */
export interface ReportingBank {
  /** The database of accounts. */
  readonly databaseUrl: string;
  readonly brokers: readonly string[];
}

/** Lets the core report 100 accounts, and waits until accounts has opened them. */
export async function reportAccounts(bank: ReportingBank): Promise<void> {
  const reports = Array.from({ length: accountCount }, (_, n): CoreReport => {
    const numbers = { accountId: accountIdAt(n), ownerId, bban: bbanAt(n) };
    const terms = { currency: 'NOK', name: 'Bench', kind: 'CACC', openingBalance: '0' } as const;
    return { type: 'AccountReported', data: { ...numbers, ...terms } };
  });
  await report(bank, reports);
  await until(bank, `stream_type = 'account'`, accountCount);
}

/** Lets the core report entries of one posting each, and waits until accounts has booked all of them. */
export async function reportEntries(bank: ReportingBank, count: number): Promise<void> {
  const before = await countOf(bank, booked);
  const day = dayInOslo(new Date());
  const reports = Array.from({ length: count }, (_, n): CoreReport => {
    const details = {
      entryReference: randomUUID(),
      creditorName: 'Sandbox Butikk AS',
      remittanceInformationUnstructured: `Varekjøp ${String(n)}`,
    };
    const amount = { amount: '-125.50', currency: 'NOK' };
    const postings = [{ ...amount, bookingDate: day, valueDate: day, details }];
    const [accountId, entryId] = [accountIdAt(n % accountCount), randomUUID()];
    return { type: 'EntryReported', data: { accountId, entryId, postings } };
  });
  await report(bank, reports);
  await until(bank, booked, before + count);
}

/** The places of transactions, which follow the events. */
const booked = 'transactions';

let lastSequence = 0;

async function report({ brokers }: ReportingBank, reports: readonly CoreReport[]): Promise<void> {
  const records = reports.map(({ type, data }) => {
    lastSequence = Math.max(lastSequence + 1, Date.now() * 1000);
    const subject = streams.account.id('accountId' in data ? data.accountId : '');
    const own = { id: randomUUID(), type, source: '/bench', subject };
    return coreMessage({ ...own, sequence: lastSequence, time: new Date().toISOString(), data });
  });
  // As docs/how-to/connect-a-core-bank.md asks of a core.
  await preload(brokers, 'core.entries.v1', records, { isCompressed: true });
}

async function until(bank: ReportingBank, what: string, count: number): Promise<void> {
  while ((await countOf(bank, what)) < count) await pause(lookMs);
}

async function countOf({ databaseUrl: url }: ReportingBank, what: string): Promise<number> {
  const options = { url, applicationName: 'nordgate-bench', migrations: [], poolMax: 1 };
  const database = await openDatabase(options);
  try {
    const from = what === booked ? 'public.transaction_place' : `es.stream where ${what}`;
    const { rows } = await database.pool.query<{ count: string }>(`select count(*) from ${from}`);
    return Number(rows[0]?.count);
  } finally {
    await database.close();
  }
}
