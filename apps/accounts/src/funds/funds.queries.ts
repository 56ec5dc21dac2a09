import { Inject, Optional } from '@nestjs/common';
import { inGeneration } from '@nordgate/contracts/rules';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import type { ExchangeRates } from '@nordgate/contracts/codes';
import { GetFunds } from '@nordgate/contracts/queries';
import type { Database } from '@nordgate/event-store';
import { DATABASE } from '@nordgate/service';
import { BOOKS } from '../books/books.js';
import type { Books } from '../books/books.js';
import type { OpenAccount } from '../domain/account.js';
import { bbanOfNumber, fundsOn, isNamedBy } from './funds.js';

/** Injection token of the rates at which the ledger exchanges currencies. Without it: those of the sandbox. */
export const EXCHANGE_RATES = 'nordgate.accounts.exchange-rates';

/** An account number is a claim of its account, so the account is found by two primary keys. */
const accountSql = `
  select v.state from es.claim c join es.view v on v.stream_id = c.stream_id
   where c.scope = 'bban' and c.key = $1 and v.state->>'is' = 'open'`;

@QueryHandler(GetFunds)
export class GetFundsHandler implements IQueryHandler<GetFunds> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(BOOKS) private readonly books: Books,
    @Optional() @Inject(EXCHANGE_RATES) private readonly rates?: ExchangeRates,
  ) {}

  async execute(query: GetFunds): Promise<GetFunds['answer']> {
    const bban = bbanOfNumber(query.account);
    if (bban === undefined) return null;
    const { rows } = await this.database.pool.query<{ state: OpenAccount }>({
      name: 'accounts.account-by-number',
      text: accountSql,
      values: [inGeneration(bban, query.generation ?? 0)],
    });
    const [row] = rows;
    if (row === undefined || !isNamedBy(row.state, query)) return null;
    const { state: account } = row;
    const available = await this.books.availableOn(account);
    return fundsOn({ account, available }, query, this.rates);
  }
}
