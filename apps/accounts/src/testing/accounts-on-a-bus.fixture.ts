import { GetWorld } from '@nordgate/contracts/queries';
import type { AccountBalances, TransactionFilter } from '@nordgate/contracts/queries';
import { generationLeaseMs } from '@nordgate/contracts/rules';
import type { Command } from '@nordgate/decider';
import { projectionStatus } from '@nordgate/event-store';
import type { ProjectionStatus } from '@nordgate/event-store';
import { readUntil, serviceOnABus } from '@nordgate/service/testing';
import type { ServiceOnABus } from '@nordgate/service/testing';
import { accountsAppWith } from '../accounts.module.js';
import { sandboxAccountsApp, withSandbox } from '../sandbox/accounts.sandbox.js';
import { noHistory } from '../sandbox/known-history/known-history.js';
import type { OpenAccount } from '../domain/account.js';
import type { OpenCardAccount } from '../domain/card-account.js';
import { balancesOf as balancesFrom } from '../readable-accounts/readable-accounts.js';
import { transactionPlaces } from '../transactions/transaction-place.projection.js';

export type AccountsOnABus = ServiceOnABus<'batch.events.v1'>;

/** Starts accounts on its own database, or as another instance on a shared one: without transactions. */
export function accountsOnABus(shared?: string): Promise<AccountsOnABus> {
  return serviceOnABus(withoutHistory, ['batch.events.v1'], shared);
}

/** Starts accounts with the transactions of the known state. */
export function accountsWithHistory(): Promise<AccountsOnABus> {
  return serviceOnABus(sandboxAccountsApp, ['batch.events.v1']);
}

/** A test of the ledger knows its transactions. */
export const withoutHistory = withSandbox(accountsAppWith(), { historyUntil: () => noHistory });

const firstReset = Date.parse('2026-03-02T10:00:00.000Z');
let resets = 0;

/** Whose world `reset` resets. */
export const ownTpp = 'PSDNO-FSA-1';

/** Puts the world of a TPP back to its known state, one lease after the last time; its generation. */
export async function reset(accounts: AccountsOnABus, tpp = ownTpp): Promise<number> {
  resets += 1;
  const at = new Date(firstReset + resets * generationLeaseMs).toISOString();
  await decided(accounts, {
    ...{ type: 'InitialiseWorld', id: `reset-${String(resets)}`, stream: 'sandbox-test' },
    ...{ data: { tpp }, meta: { at, actor: tpp } },
  });
  return (await accounts.ask(new GetWorld({ tpp })))?.generation ?? 0;
}

/** The receipt of a command. Throws when it was refused or not decided in time. */
export async function decided(accounts: AccountsOnABus, command: Command): Promise<unknown> {
  const result = await accounts.send(command);
  if (result.is !== 'decided') throw new Error(`${command.type}: ${JSON.stringify(result)}`);
  return result.receipt;
}

/** The balances of an open account. */
export async function balancesOf(
  accounts: AccountsOnABus,
  account: string,
): Promise<AccountBalances> {
  const { rows } = await accounts
    .database()
    .pool.query<{ state: OpenAccount | OpenCardAccount }>(
      `select state from es.view where stream_id = $1 and state->>'is' = 'open'`,
      [account],
    );
  const [row] = rows;
  if (row === undefined) throw new Error(`${account} is not open`);
  return balancesFrom(row.state);
}

/** Every transaction. */
export const anyTransaction: TransactionFilter = {
  status: 'both',
  allPending: false,
  dateFrom: null,
  dateTo: null,
};

/** Waits until the projection has read every change of every account. */
export async function untilProjected(accounts: AccountsOnABus): Promise<void> {
  const { pool } = accounts.database();
  // A projection that has not started yet lags behind nothing.
  const isThere = ({ state, lagSeconds }: ProjectionStatus) =>
    state === 'following' && lagSeconds === 0;
  const status = await readUntil(() => projectionStatus(pool, transactionPlaces), isThere);
  if (!isThere(status)) throw new Error('the projection of transactions stays behind');
}
