import { Injectable } from '@nestjs/common';
import type { Balance, Links, TppMessage, TransactionsParameters } from '@nordgate/contracts/http';
import { GetTransaction, GetTransactions } from '@nordgate/contracts/queries';
import type {
  AccountRead,
  ReadableAccount,
  ReadableCardAccount,
  TransactionPage,
  TransactionView,
} from '@nordgate/contracts/queries';
import { dayInOslo, fixedAnswers } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.js';
import { fault, RequestError } from '../../reply/request-error.js';
import { warningsOf } from '../../reply/tpp-messages.js';
import { balancesOf } from './account-replies.js';
import { offsetText } from './page-offset.js';
import type { PageOffset } from './page-offset.js';
import type { Listing } from './transaction-replies.js';
import {
  daysWithoutPsu,
  isLaterPage,
  oldestDayWithoutPsu,
  requireTransactionsQuery,
  transactionsReadOf,
} from './transactions-read.js';
import type { TransactionsRead } from './transactions-read.js';

/** An account whose transactions are read, and its path at the interface. */
export interface ReadTransactions {
  readonly account: ReadableAccount | ReadableCardAccount;
  readonly path: string;
}

/** A page, with its transactions as their list shows them. */
export interface ListedPage<Listed> {
  readonly transactions: {
    readonly booked?: readonly Listed[];
    readonly pending?: readonly Listed[];
    readonly _links: Links;
  };
  readonly balances?: readonly Balance[];
  readonly tppMessages?: readonly TppMessage[];
}

/** Ids of transactions have no other characters, and no other text is asked for. */
const transactionIdForm = /^[A-Za-z0-9_-]{1,64}$/u;

/** Reads pages of transactions, and single ones, of accounts and card accounts alike. */
@Injectable()
export class TransactionPages {
  constructor(private readonly edge: Edge) {}

  /**
   * One page. Throws RequestError, FORMAT_ERROR, for an offset of another read.
   */
  async page<Listed>(
    { account, path }: ReadTransactions,
    query: TransactionsParameters,
    caller: Caller,
    listed: (view: TransactionView, listing: Listing) => Listed,
  ): Promise<ListedPage<Listed>> {
    const now = new Date();
    const read = transactionsReadOf(query, this.readerOf(account, caller), now);
    const { filter, limit, highest, place } = read;
    const page = await this.edge.queries.ask(
      new GetTransactions(account.stream, caller.generation, filter, limit, highest, place),
    );
    const { movesDetails } = fixedAnswers(caller.fixes);
    const listing = { path: `${path}/transactions`, movesDetails };
    const of = (status: TransactionView['status']) =>
      filter.status === status || filter.status === 'both'
        ? page.transactions
            .filter((one) => one.status === status)
            .map((one) => listed(one, listing))
        : undefined;
    return {
      transactions: {
        ...defined({ booked: of('booked'), pending: of('pending') }),
        _links: this.linksOf(path, query, read, page),
      },
      ...(query.withBalance === 'true' && { balances: balancesOf(account, dayInOslo(now)) }),
      ...warningsOf([...caller.warnings, ...read.warnings], caller.language),
    };
  }

  /**
   * One transaction. Throws RequestError, RESOURCE_UNKNOWN, for an id that the account does not have, and
   * for a transaction that is too old to be read without the PSU.
   */
  async one(
    { account }: Pick<ReadTransactions, 'account'>,
    transactionId: string,
    { generation, psuIpAddress }: Caller,
  ): Promise<TransactionView> {
    const view = transactionIdForm.test(transactionId)
      ? await this.edge.queries.ask(new GetTransaction(account.stream, generation, transactionId))
      : null;
    if (view === null) throw new RequestError([fault('RESOURCE_UNKNOWN', 'resource.unknown')]);
    const oldest = oldestDayWithoutPsu(new Date());
    if (psuIpAddress === undefined && (view.bookingDate ?? oldest) < oldest) {
      const params = { days: daysWithoutPsu };
      throw new RequestError([fault('RESOURCE_UNKNOWN', 'transaction.withoutPsu', '', params)]);
    }
    return view;
  }

  private readerOf({ kind, stream: account }: ReadTransactions['account'], caller: Caller) {
    const { tpp, psuId = '', corporateId = null, generation, psuIpAddress } = caller;
    const { ids, profile } = this.edge.settings;
    // Sandbox and card accounts filter pending transactions like others (specification 8).
    const allPending = profile.environment === 'production' && kind === 'account';
    const isAttended = psuIpAddress !== undefined;
    return { tpp, psuId, corporateId, account, generation, isAttended, ids, allPending };
  }

  private linksOf(
    path: string,
    { bookingStatus, dateFrom, dateTo, limit }: TransactionsParameters,
    { read, filter, startedAt, limit: effective }: TransactionsRead,
    { highest, first, last }: TransactionPage,
  ): Links {
    const query = {
      bookingStatus,
      ...defined({ dateFrom, dateTo, limit: limit && String(effective) }),
    };
    const linkTo = (place?: PageOffset['place']) => {
      const carried = place && { startedAt, dateFrom: filter.dateFrom, highest, place };
      const offset = carried && offsetText(carried, read, this.edge.settings.ids);
      const parameters = new URLSearchParams({ ...query, ...defined({ offset }) });
      return linkOf(`${path}/transactions?${parameters.toString()}`);
    };
    return {
      account: linkOf(path),
      first: linkTo(),
      ...(last !== null && { next: linkTo({ after: last }) }),
      ...(first !== null && { previous: linkTo({ before: first }) }),
    };
  }
}

const linkOf = (href: string) => ({ href, verbs: ['GET'] }) as const;

/**
 * What a page counts as without the PSU: a later page is part of a read that has counted. Throws
 * RequestError, FORMAT_ERROR, for a query that cannot be answered.
 */
export function countsOfPage(query: TransactionsParameters): readonly AccountRead['kind'][] {
  requireTransactionsQuery(query);
  return [
    ...(isLaterPage(query) ? [] : ['transactions' as const]),
    ...(query.withBalance === 'true' ? ['balances' as const] : []),
  ];
}
