import { setTimeout as delay } from 'node:timers/promises';
import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetSandboxTransaction } from '@nordgate/contracts/queries';
import type { SandboxTransactionView } from '@nordgate/contracts/queries';
import { correctionOf, streams } from '@nordgate/contracts/rules';
import { InfrastructureError } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { DATABASE } from '@nordgate/service';
import { notEnded } from '../transactions/transaction.projection.js';
import {
  pendingEnded,
  transactionColumns,
  transactionViewOf,
} from '../transactions/transaction-row.js';
import type { TransactionRow } from '../transactions/transaction-row.js';

/**
 * The last change of an open account in its state, and in the table of transactions. Sequences only grow,
 * over resets too, so the newest generation in the table has the highest.
 */
const progressSql = `
  with newest as (
    select generation, sequence from transaction where account = $1
     order by generation desc, sequence desc limit 1)
  select coalesce(a.state->>'sequence', '0') as decided,
         coalesce(greatest((select sequence from newest),
                           (select max(${pendingEnded}) from transaction
                             where account = $1 and status = 'pending'
                               and ${pendingEnded} < ${String(notEnded)}
                               and generation = (select generation from newest))), 0) as shown
    from es.view a where a.stream_id = $1 and a.state->>'is' = 'open'`;

interface Progress {
  readonly decided: string;
  readonly shown: string;
}

/** How long an answer waits for the projection: it follows within a second, and normally at once. */
const [waitMs, waits] = [20, 100] as const;

/** The row of the last form; `$4` is the stream of the transaction's correction. */
const lastFormSql = `
  select ${transactionColumns},
         ended < ${String(notEnded)} or exists (select from es.view where stream_id = $4) as "isEnded"
    from transaction
   where account = $1 and generation = $2 and transaction_id = $3
   order by sequence desc limit 1`;

@QueryHandler(GetSandboxTransaction)
export class GetSandboxTransactionHandler implements IQueryHandler<GetSandboxTransaction> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Throws InfrastructureError while the projection is behind the account. */
  async execute(query: GetSandboxTransaction): Promise<SandboxTransactionView | null> {
    const { account, generation, transactionId } = query;
    if (!(await this.isOpenAndShown(account))) return null;
    const correction = streams.entry.id(correctionOf(transactionId, generation));
    const { rows } = await this.database.pool.query<TransactionRow & { isEnded: boolean }>({
      name: 'accounts.sandbox-transaction',
      text: lastFormSql,
      values: [account, generation, transactionId, correction],
    });
    const [row] = rows;
    if (row === undefined) return null;
    const { isEnded, ...own } = row;
    return { ...transactionViewOf(own), isEnded };
  }

  /** Waits until the table has what the account had decided; false for an account that is not open. */
  private async isOpenAndShown(account: string): Promise<boolean> {
    const first = await this.progressOf(account);
    if (first === undefined) return false;
    let { shown } = first;
    for (let attempt = 0; Number(shown) < Number(first.decided); attempt += 1) {
      if (attempt === waits) throw new InfrastructureError('the transactions are behind');
      await delay(waitMs);
      shown = (await this.progressOf(account))?.shown ?? shown;
    }
    return true;
  }

  private async progressOf(account: string): Promise<Progress | undefined> {
    const { rows } = await this.database.pool.query<Progress>({
      name: 'accounts.transactions-progress',
      text: progressSql,
      values: [account],
    });
    return rows[0];
  }
}
