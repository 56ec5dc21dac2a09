import { randomUUID } from 'node:crypto';
import { sandboxAccountsApp } from '@nordgate/accounts/accounts.sandbox';
import type { Command } from '@nordgate/decider';
import { EventStore, handleSlice, projectionStatus } from '@nordgate/event-store';
import type { SliceItem } from '@nordgate/event-store';
import { readUntil, serviceOnABus } from '@nordgate/service/testing';
import type { ServiceOnABus } from '@nordgate/service/testing';
import { plainInserts } from '../append.bench.js';
import type { Comparison } from '../rounds.js';

type Accounts = ServiceOnABus<'batch.events.v1'>;

/** A bench of the ledger on its own database. */
export interface LedgerBench {
  readonly comparison: Comparison;
  readonly stop: () => Promise<void>;
}

const debtorsMax = 1000;
const entriesPerRound = 1000;
const openedPerSlice = 100;

/**
 * Two instances of accounts on one database book entries of 1,000 debtors, each debtor at one of them,
 * against entries of a single debtor.
 */
export async function debtorsBench(url: string): Promise<LedgerBench> {
  const one = await serviceOnABus(sandboxAccountsApp, ['batch.events.v1'], url);
  const other = await serviceOnABus(sandboxAccountsApp, ['batch.events.v1'], url);
  const debtors = await openDebtors(one);
  return {
    comparison: {
      name: `ledger, entries of ${String(debtorsMax)} debtors at two instances`,
      target: 0.8,
      against: 'entries of one debtor, which append to one stream',
      ours: () => entriesPerSecond([one, other], debtors),
      baseline: () => entriesPerSecond([one], debtors.slice(0, 1)),
      rounds: 5,
      warmUps: 1,
    },
    stop: async () => {
      await other.stop();
      await one.stop();
    },
  };
}

/** Opens accounts that have funds enough for every round. */
async function openDebtors(accounts: Accounts): Promise<readonly string[]> {
  const debtors = Array.from({ length: debtorsMax }, (_, at) => `account-bench-${String(at)}`);
  const store = new EventStore(accounts.database(), sandboxAccountsApp.streams);
  for (let at = 0; at < debtors.length; at += openedPerSlice) {
    await openAccounts(store, debtors.slice(at, at + openedPerSlice));
  }
  return debtors;
}

async function openAccounts(store: EventStore, debtors: readonly string[]): Promise<void> {
  const type = sandboxAccountsApp.streams.find(({ name }) => name === 'account');
  if (type === undefined) throw new Error('accounts has no stream of accounts');
  const source = { topic: 'bench', partition: 0, offset: '0', payload: '', headers: {} };
  const items = debtors.map((stream): SliceItem => {
    return { key: stream, commands: [commandOn(stream, 'Open', {})], source };
  });
  await handleSlice({
    store,
    consumer: 'bench',
    items,
    execute: (command, work) => {
      const id = command.stream.slice('account-'.length);
      const numbers = { accountId: id, ownerId: id, bban: id, iban: id, currency: 'NOK' };
      const terms = { name: 'Bench', kind: 'CACC', openingBalance: '1000000000.00' };
      const data = { ...numbers, ...terms, at: command.meta.at };
      const opened = { type: 'AccountOpened', data };
      return Promise.resolve(work.root(type as never, command.stream).run(() => [opened], command));
    },
  });
}

function commandOn(stream: string, type: string, data: object, at = new Date()): Command {
  return { id: randomUUID(), type, stream, data, meta: { at: at.toISOString(), actor: 'bench' } };
}

async function entriesPerSecond(
  instances: readonly Accounts[],
  debtors: readonly string[],
): Promise<number> {
  const started = performance.now();
  await Promise.all(
    Array.from({ length: entriesPerRound }, async (_, at) => {
      const which = at % debtors.length;
      const debtor = debtors[which] ?? '';
      const dates = { bookingDate: '2026-11-20', valueDate: '2026-11-20', details: {} };
      const posting = { account: debtor, currency: 'NOK', amount: '-1.00', ...dates };
      const data = { entryId: randomUUID(), postings: [posting] };
      const result = await instances[which % instances.length]?.send(
        commandOn(debtor, 'BookEntry', data),
      );
      if (result?.is !== 'decided') throw new Error(`an entry is ${JSON.stringify(result)}`);
    }),
  );
  return entriesPerRound / ((performance.now() - started) / 1000);
}

/** The known state of a sandbox: how fast it is made, and how long it takes. */
export interface KnownStateBench extends LedgerBench {
  /** Seconds until a reset is answered and its transactions are in the lists. */
  readonly seconds: () => Promise<number>;
}

/** The postings of the known state against rows of a plain insert; each round is a reset. */
export async function knownStateBench(url: string): Promise<KnownStateBench> {
  const accounts = await serviceOnABus(sandboxAccountsApp, ['batch.events.v1'], url);
  let at = Date.now();
  const reset = async () => {
    // Resets are more than a lease apart by their own times.
    at += 1000;
    const command = commandOn(
      'sandbox-bench',
      'InitialiseWorld',
      { tpp: 'PSDNO-FSA-1' },
      new Date(at),
    );
    const result = await accounts.send(command);
    if (result.is !== 'decided') throw new Error(`a reset is ${JSON.stringify(result)}`);
  };
  await reset();
  const postings = await postingsIn(accounts);
  return {
    comparison: {
      name: `the known state of a sandbox, ${String(postings)} postings per reset`,
      target: 0.3,
      against: 'a plain 100-row insert into the event table (postings against rows)',
      ours: () => perSecond(postings, reset),
      baseline: () => plainInserts(accounts.database()),
      rounds: 5,
      warmUps: 1,
    },
    seconds: async () => {
      await untilListed(accounts);
      return 1 / (await perSecond(1, () => reset().then(() => untilListed(accounts))));
    },
    stop: () => accounts.stop(),
  };
}

async function postingsIn(accounts: Accounts): Promise<number> {
  const { rows } = await accounts.database().pool.query<{ postings: number }>(
    `select sum(json_array_length(data->'postings'))::int as postings
       from es.event where type in ('PostingsBooked', 'CardPostingsBooked')`,
  );
  return rows[0]?.postings ?? 0;
}

async function untilListed(accounts: Accounts): Promise<void> {
  const [projection] = sandboxAccountsApp.projections ?? [];
  if (projection === undefined) throw new Error('accounts has no list of transactions');
  const status = () => projectionStatus(accounts.database().pool, projection);
  const { lagSeconds } = await readUntil(status, ({ lagSeconds }) => lagSeconds === 0);
  if (lagSeconds > 0) throw new Error('the transactions are not listed');
}

async function perSecond(count: number, operation: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await operation();
  return count / ((performance.now() - started) / 1000);
}
