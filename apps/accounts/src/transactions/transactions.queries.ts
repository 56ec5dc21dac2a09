import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetTransaction, GetTransactions } from '@nordgate/contracts/queries';
import type { TransactionPage, TransactionView } from '@nordgate/contracts/queries';
import { BOOKS } from '../books/books.js';
import type { Books } from '../books/books.js';

/** A page of the transactions of an account. */
@QueryHandler(GetTransactions)
export class GetTransactionsHandler implements IQueryHandler<GetTransactions> {
  constructor(@Inject(BOOKS) private readonly books: Books) {}

  execute(query: GetTransactions): Promise<TransactionPage> {
    return this.books.page(query);
  }
}

/** One transaction of an account. */
@QueryHandler(GetTransaction)
export class GetTransactionHandler implements IQueryHandler<GetTransaction> {
  constructor(@Inject(BOOKS) private readonly books: Books) {}

  execute(query: GetTransaction): Promise<TransactionView | null> {
    return this.books.transaction(query);
  }
}
