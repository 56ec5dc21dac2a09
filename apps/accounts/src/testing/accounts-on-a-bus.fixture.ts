import type { SandboxReceipt } from '@nordgate/contracts/commands';
import { GetBalances } from '@nordgate/contracts/queries';
import type { AccountBalances, TransactionFilter } from '@nordgate/contracts/queries';
import { generationLeaseMs } from '@nordgate/contracts/rules';
import type { Command } from '@nordgate/decider';
import { projectionStatus } from '@nordgate/event-store';
import { readUntil, serviceOnABus } from '@nordgate/service/testing';
import type { ServiceOnABus } from '@nordgate/service/testing';
import { accountsApp } from '../accounts.module.js';
import { transactionProjection } from '../transactions/transaction.projection.js';

export type AccountsOnABus = ServiceOnABus<never>;

/** Starts accounts on its own database, or as another instance on a shared one. */
export function accountsOnABus(shared?: string): Promise<AccountsOnABus> {
  return serviceOnABus(accountsApp, [], shared);
}

const firstReset = Date.parse('2026-03-02T10:00:00.000Z');
let resets = 0;

/** Puts the sandbox back to its known state, one lease after the last time; its generation. */
export async function reset(accounts: AccountsOnABus): Promise<number> {
  resets += 1;
  const at = new Date(firstReset + resets * generationLeaseMs).toISOString();
  const command = { type: 'InitialiseSandbox', id: `reset-${String(resets)}`, data: {} };
  const receipt = await decided(accounts, {
    ...command,
    stream: 'sandbox-test',
    meta: { at, actor: 'PSDNO-FSA-1' },
  });
  return (receipt as SandboxReceipt).generation;
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
  const balances = await accounts.ask(new GetBalances(account));
  if (balances === null) throw new Error(`${account} is not open`);
  return balances;
}

/** Every transaction. */
export const anyTransaction: TransactionFilter = { status: 'both', dateFrom: null, dateTo: null };

/** Waits until the projection has read every change of every account. */
export async function untilProjected(accounts: AccountsOnABus): Promise<void> {
  const { pool } = accounts.database();
  const { lagSeconds } = await readUntil(
    () => projectionStatus(pool, transactionProjection),
    (status) => status.lagSeconds === 0,
  );
  if (lagSeconds > 0) throw new Error('the projection of transactions stays behind');
}
