import { setTimeout as delay } from 'node:timers/promises';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import type { MadeBy } from '@nordgate/contracts/events';
import { GetSandboxTransaction } from '@nordgate/contracts/queries';
import type { SandboxTransactionView } from '@nordgate/contracts/queries';
import { correctionOf, streams } from '@nordgate/contracts/rules';
import { EventStore, InfrastructureError } from '@nordgate/event-store';
import { arePlacesFilled } from '../../transactions/filled-places.rows.js';
import { accountKeyOf, idKeyOf } from '../../transactions/transaction-place.projection.js';
import { transactionViewOf } from '../../transactions/transaction-row.js';
import { placeColumns, transactionsAt } from '../../transactions/transactions-at.rows.js';
import type { PlaceRow } from '../../transactions/transactions-at.rows.js';
import { notEnded } from '../../transactions/transactions-of.js';
import type { Transaction } from '../../transactions/transactions-of.js';

/** The last change of an account in its state, and in the table of places. Sequences only grow, over resets too. */
const progressSql = `
  select coalesce(a.state->>'sequence', '0') as decided, a.state->>'is' = 'open' as "isOpen",
         coalesce(greatest((select max(sequence) from transaction_place where account = $2),
                           (select max(ended) from transaction_place
                             where account = $2 and ended is not null and ended < ${String(notEnded)})),
                  0) as shown
    from es.view a where a.stream_id = $1`;

interface Progress {
  readonly decided: string;
  readonly shown: string;
  readonly isOpen: boolean;
}

/** How long an answer waits for the projection: it follows within a second, and normally at once. */
const [waitMs, waits] = [20, 100] as const;

/** The places of all forms, in the order in which the account had them. `$4` is the stream of the transaction's correction. */
const formsSql = `
  select ${placeColumns}, exists (select from es.view where stream_id = $4) as "isCorrected"
    from transaction_place
   where account = $1 and generation = $2 and id = $3 order by sequence`;

interface Forms {
  readonly forms: readonly Transaction[];
  readonly isCorrected: boolean;
}

/** The events of an entry that give its transaction a form. */
const formingTypes = new Set(['EntryReserved', 'EntryBooked']);

@QueryHandler(GetSandboxTransaction)
export class GetSandboxTransactionHandler implements IQueryHandler<GetSandboxTransaction> {
  constructor(private readonly store: EventStore) {}

  /** Throws InfrastructureError while the projection is behind the account. */
  async execute(query: GetSandboxTransaction): Promise<SandboxTransactionView | null> {
    const { account, madeBy } = query;
    const isOpen = await this.isOpenWhenShown(account);
    if (isOpen === undefined) return null;
    if (madeBy !== undefined) return this.formMadeBy(query, madeBy);
    const { forms, isCorrected } = await this.formsOf(query);
    const last = forms.at(-1);
    if (last === undefined) return null;
    const isEnded = last.ended < notEnded || isCorrected || !isOpen;
    return { ...transactionViewOf(last), isEnded };
  }

  /** A transaction has one form for each event of its entry that gives it one. */
  private async formMadeBy(
    query: GetSandboxTransaction,
    request: string,
  ): Promise<SandboxTransactionView | null> {
    const { forms } = await this.formsOf(query);
    const [first] = forms;
    if (first === undefined) return null;
    const events = await this.store.history(streams.entry.id(first.entryId));
    const forming = events.filter(({ type }) => formingTypes.has(type));
    const form = forms[forming.findLastIndex(({ data }) => requestOf(data) === request)];
    return form === undefined ? null : { ...transactionViewOf(form), isEnded: false };
  }

  private async formsOf(query: GetSandboxTransaction): Promise<Forms> {
    const { account, generation, transactionId } = query;
    const { database } = this.store;
    const correction = streams.entry.id(correctionOf(transactionId, generation));
    const id = idKeyOf(query, transactionId);
    const { rows } = await database.pool.query<PlaceRow & { readonly isCorrected: boolean }>({
      name: 'accounts.forms-of-transaction',
      text: formsSql,
      values: [accountKeyOf(account), generation, id, correction],
    });
    const found = await transactionsAt(database, account, rows);
    const forms = found.filter((one) => one.transactionId === transactionId);
    return { forms, isCorrected: rows[0]?.isCorrected === true };
  }

  /**
   * Waits until the table has what the account had decided, and says whether the account is open; undefined
   * for an account that there never was.
   */
  private async isOpenWhenShown(account: string): Promise<boolean | undefined> {
    const first = await this.progressOf(account);
    if (first === undefined) return undefined;
    if (!(await arePlacesFilled(this.store.database)))
      throw new InfrastructureError('the places of transactions are being filled');
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
      values: [account, accountKeyOf(account)],
    });
    return rows[0];
  }
}

/** The request by hand that an event of an entry names. */
function requestOf(data: unknown): string | undefined {
  return (data as { readonly by?: MadeBy }).by?.request;
}
