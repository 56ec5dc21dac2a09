import { setTimeout as delay } from 'node:timers/promises';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import type { MadeBy } from '@nordgate/contracts/events';
import { GetSandboxTransaction } from '@nordgate/contracts/queries';
import type { SandboxTransactionView } from '@nordgate/contracts/queries';
import { correctionOf, streams } from '@nordgate/contracts/rules';
import { EventStore, InfrastructureError } from '@nordgate/event-store';
import { notEnded } from '../../transactions/transaction.projection.js';
import {
  pendingEnded,
  transactionColumns,
  transactionViewOf,
} from '../../transactions/transaction-row.js';
import type { TransactionRow } from '../../transactions/transaction-row.js';

/**
 * The last change of an account in its state, and in the table of transactions. Sequences only grow,
 * over resets too, so the newest generation in the table has the highest.
 */
const progressSql = `
  with newest as (
    select generation, sequence from transaction where account = $1
     order by generation desc, sequence desc limit 1)
  select coalesce(a.state->>'sequence', '0') as decided, a.state->>'is' = 'open' as "isOpen",
         coalesce(greatest((select sequence from newest),
                           (select max(${pendingEnded}) from transaction
                             where account = $1 and status = 'pending'
                               and ${pendingEnded} < ${String(notEnded)}
                               and generation = (select generation from newest))), 0) as shown
    from es.view a where a.stream_id = $1`;

interface Progress {
  readonly decided: string;
  readonly shown: string;
  readonly isOpen: boolean;
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

/** The rows of all forms, in the order in which the account had them. */
const formsSql = `
  select ${transactionColumns} from transaction
   where account = $1 and generation = $2 and transaction_id = $3 order by sequence`;

/** The events of an entry that give its transaction a form. */
const forming = new Set(['EntryReserved', 'EntryBooked']);

@QueryHandler(GetSandboxTransaction)
export class GetSandboxTransactionHandler implements IQueryHandler<GetSandboxTransaction> {
  constructor(private readonly store: EventStore) {}

  /** Throws InfrastructureError while the projection is behind the account. */
  async execute(query: GetSandboxTransaction): Promise<SandboxTransactionView | null> {
    const { account, generation, transactionId, madeBy } = query;
    const isOpen = await this.isOpenWhenShown(account);
    if (isOpen === undefined) return null;
    if (madeBy !== undefined) return this.formMadeBy(query, madeBy);
    const correction = streams.entry.id(correctionOf(transactionId, generation));
    const { rows } = await this.store.database.pool.query<TransactionRow & { isEnded: boolean }>({
      name: 'accounts.sandbox-transaction',
      text: lastFormSql,
      values: [account, generation, transactionId, correction],
    });
    const [row] = rows;
    if (row === undefined) return null;
    const { isEnded, ...own } = row;
    return { ...transactionViewOf(own), isEnded: isEnded || !isOpen };
  }

  /** A transaction has one row for each event of its entry that gives it a form. */
  private async formMadeBy(
    { account, generation, transactionId }: GetSandboxTransaction,
    request: string,
  ): Promise<SandboxTransactionView | null> {
    const { rows } = await this.store.database.pool.query<TransactionRow>({
      name: 'accounts.forms-of-transaction',
      text: formsSql,
      values: [account, generation, transactionId],
    });
    const [first] = rows;
    if (first === undefined) return null;
    const events = await this.store.history(streams.entry.id(first.entryId));
    const forms = events.filter(({ type }) => forming.has(type));
    const place = forms.findLastIndex(({ data }) => requestOf(data) === request);
    const row = rows[place];
    return row === undefined ? null : { ...transactionViewOf(row), isEnded: false };
  }

  /**
   * Waits until the table has what the account had decided, and says whether the account is open; undefined
   * for an account that there never was.
   */
  private async isOpenWhenShown(account: string): Promise<boolean | undefined> {
    const first = await this.progressOf(account);
    if (first === undefined) return undefined;
    let { shown } = first;
    for (let attempt = 0; Number(shown) < Number(first.decided); attempt += 1) {
      if (attempt === waits) throw new InfrastructureError('the transactions are behind');
      await delay(waitMs);
      shown = (await this.progressOf(account))?.shown ?? shown;
    }
    return first.isOpen;
  }

  private async progressOf(account: string): Promise<Progress | undefined> {
    const { rows } = await this.store.database.pool.query<Progress>({
      name: 'accounts.transactions-progress',
      text: progressSql,
      values: [account],
    });
    return rows[0];
  }
}

/** The request by hand that an event of an entry names. */
function requestOf(data: unknown): string | undefined {
  return (data as { readonly by?: MadeBy }).by?.request;
}
