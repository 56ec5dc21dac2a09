import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { Inject } from '@nestjs/common';
import { GetBalances } from '@nordgate/contracts/queries';
import type { AccountBalances } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import { DATABASE } from '@nordgate/service';
import { availableBalance, bookedBalance } from '../domain/standing.js';
import type { Standing } from '../domain/standing.js';

const openAccountSql = `
  select state from es.view
   where stream_id = $1 and stream_type in ('account', 'card-account') and state->>'is' = 'open'`;

/** The balances of an account, from its row: every decided entry is in them. */
@QueryHandler(GetBalances)
export class GetBalancesHandler implements IQueryHandler<GetBalances> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ account }: GetBalances): Promise<AccountBalances | null> {
    const { rows } = await this.database.pool.query<{ state: Standing }>({
      name: 'accounts.open-account',
      text: openAccountSql,
      values: [account],
    });
    const [row] = rows;
    return row === undefined ? null : balancesOf(row.state);
  }
}

/** The balances of an open account; interimAvailable has the credit limit in it. */
export function balancesOf(standing: Standing): AccountBalances {
  const { currency, creditLimit } = standing;
  return {
    currency,
    interimBooked: bookedBalance(standing),
    interimAvailable: availableBalance(standing),
    ...defined({ creditLimit }),
  };
}
