import { Injectable } from '@nestjs/common';
import type { Balance, Links, TppMessage, TransactionsParameters } from '@nordgate/contracts/http';
import { GetTransaction, GetTransactions } from '@nordgate/contracts/queries';
import type {
  ReadableAccount,
  ReadableCardAccount,
  TransactionPage,
  TransactionView,
} from '@nordgate/contracts/queries';
import { dayInOslo, fixedAnswers, oldestRecentDay, recentDays } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { fault, RequestError } from '../../reply/request-error.js';
import { warningsOf } from '../../reply/tpp-messages.js';
import { AccountAccess } from './account-access.service.js';
import type { AskedRead, ReadSession } from './account-access.service.js';
import { balancesOf } from './account-replies.js';
import { offsetText } from './page-offset.js';
import type { PageOffset } from './page-offset.js';
import type { Listing } from './transaction-replies.js';
import {
  asksForOldDays,
  isLaterPage,
  requireTransactionsQuery,
  showsOldDays,
  transactionsReadOf,
} from './transactions-read.js';
import type { TransactionsRead } from './transactions-read.js';

/** An account whose transactions are read, and its path at the interface. */
export interface ReadTransactions {
  readonly account: ReadableAccount | ReadableCardAccount;
  readonly path: string;
  /** The route of the request. */
  readonly route: string;
  readonly session: ReadSession;
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

/** The same, or an id that a card transaction of the sandbox was given by hand. */
const cardTransactionIdForm = /^[\x20-\x7e\xa0-\xff]{1,64}$/u;

/** Reads pages of transactions, and single ones, of accounts and card accounts alike. */
@Injectable()
export class TransactionPages {
  constructor(
    private readonly edge: Edge,
    private readonly access: AccountAccess,
  ) {}

  /**
   * One page. Throws RequestError: FORMAT_ERROR for an offset of another read, SCA_EXPIRED with a link for
   * days older than 90 days when the hour of an exempt session is over.
   */
  async page<Listed>(
    { account, path, route, session }: ReadTransactions,
    query: TransactionsParameters,
    caller: Caller,
    listed: (view: TransactionView, listing: Listing) => Listed,
  ): Promise<ListedPage<Listed>> {
    const now = this.edge.now(caller);
    const reader = { ...this.readerOf(account, caller), isSessionOver: session.isOver };
    const read = transactionsReadOf(query, reader, now);
    if (session.isOver && showsOldDays(read)) throw await this.needsSession(caller, route);
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
   * One transaction. Throws RequestError: RESOURCE_UNKNOWN for an id that the account does not have, and
   * for a transaction that is too old to be read without the PSU; SCA_EXPIRED with a link for one that is too
   * old to be read when the hour of an exempt session is over.
   */
  async one(
    { account, route, session }: Omit<ReadTransactions, 'path'>,
    transactionId: string,
    caller: Caller,
  ): Promise<TransactionView> {
    const { generation, psuIpAddress } = caller;
    const form = account.kind === 'card-account' ? cardTransactionIdForm : transactionIdForm;
    const view = form.test(transactionId)
      ? await this.edge.queries.ask(new GetTransaction(account.stream, generation, transactionId))
      : null;
    if (view === null) throw new RequestError([fault('RESOURCE_UNKNOWN', 'resource.unknown')]);
    const oldest = oldestRecentDay(this.edge.now(caller));
    if ((view.bookingDate ?? oldest) >= oldest) return view;
    if (session.isOver) throw await this.needsSession(caller, route);
    if (psuIpAddress !== undefined) return view;
    const params = { days: recentDays };
    throw new RequestError([fault('RESOURCE_UNKNOWN', 'transaction.withoutPsu', '', params)]);
  }

  private needsSession(caller: Caller, route: string): Promise<RequestError> {
    return this.access.redirect(caller, { method: 'GET', route }, 'SCA_EXPIRED');
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
 * What a page counts as without the PSU, and whether it needs the hour of the session: a later page is part of
 * a read that has counted. Throws RequestError, FORMAT_ERROR, for a query that cannot be answered.
 */
export function askedPage(
  query: TransactionsParameters,
  now: Date,
): Pick<AskedRead<'accounts'>, 'counts' | 'isOld'> {
  requireTransactionsQuery(query);
  const isLater = isLaterPage(query);
  const counts = [
    ...(isLater ? [] : ['transactions' as const]),
    ...(query.withBalance === 'true' ? ['balances' as const] : []),
  ];
  return { counts, isOld: !isLater && asksForOldDays(query, now) };
}
