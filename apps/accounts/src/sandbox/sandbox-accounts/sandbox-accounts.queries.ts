import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import {
  FindSandboxNumbers,
  GetSandboxAccount,
  GetSandboxCardAccount,
} from '@nordgate/contracts/queries';
import type { HeldSandboxAccount, HeldSandboxCardAccount } from '@nordgate/contracts/queries';
import { inGeneration, streams, withoutGeneration } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { DATABASE } from '@nordgate/service';
import { accountStream } from '../../domain/account.js';
import type { StoredAccount } from '../../domain/account.js';
import { cardAccountStream } from '../../domain/card-account.js';
import type { OpenCardAccount } from '../../domain/card-account.js';
import { customerAt, stateMadeBy } from '../past-states/past-states.rows.js';
import { heldAccountOf, heldCardAccountOf } from './held-accounts.js';
import type { Held } from './held-accounts.js';

/** An open account by its stream, with its holder. */
const heldSql = (found: string) => `
  select a.state as account, o.state as owner
    from es.view a
    join es.view o on o.stream_id = 'customer-' || (a.state->>'ownerId')
                  and o.state->>'is' = 'registered'
   where a.stream_id = ${found} and a.state->>'is' = 'open'`;

/** An account number is a claim of its account. */
const claimed = `(select stream_id from es.claim where scope = 'bban' and key = $1)`;

@QueryHandler(GetSandboxAccount)
export class GetSandboxAccountHandler implements IQueryHandler<GetSandboxAccount> {
  constructor(private readonly store: EventStore) {}

  async execute({ by }: GetSandboxAccount): Promise<HeldSandboxAccount | null> {
    const query =
      'bban' in by
        ? {
            name: 'accounts.held-by-number',
            text: heldSql(claimed),
            values: [inGeneration(by.bban, by.generation)],
          }
        : {
            name: 'accounts.held',
            text: heldSql('$1'),
            values: [streams.account.id(by.accountId)],
          };
    const { rows } = await this.store.database.pool.query<Held<StoredAccount>>(query);
    const [row] = rows;
    const madeBy = 'madeBy' in by ? by.madeBy : undefined;
    if (madeBy !== undefined && row?.account.by?.request !== madeBy) {
      return this.madeBy(String(query.values[0]), madeBy);
    }
    return row === undefined ? null : heldAccountOf(row);
  }

  private async madeBy(stream: string, request: string): Promise<HeldSandboxAccount | null> {
    const made = await stateMadeBy(this.store, accountStream, stream, request);
    if (made?.state.is !== 'open') return null;
    const owner = await customerAt(this.store, made.state.ownerId, made.at);
    return heldAccountOf({ account: made.state, owner });
  }
}

@QueryHandler(GetSandboxCardAccount)
export class GetSandboxCardAccountHandler implements IQueryHandler<GetSandboxCardAccount> {
  constructor(private readonly store: EventStore) {}

  async execute(query: GetSandboxCardAccount): Promise<HeldSandboxCardAccount | null> {
    const { cardAccountId, madeBy } = query;
    const stream = streams.cardAccount.id(cardAccountId);
    const { rows } = await this.store.database.pool.query<Held<OpenCardAccount>>({
      name: 'accounts.held',
      text: heldSql('$1'),
      values: [stream],
    });
    const [row] = rows;
    if (madeBy !== undefined && row?.account.by?.request !== madeBy) {
      return this.madeBy(stream, madeBy);
    }
    return row === undefined ? null : heldCardAccountOf(row);
  }

  private async madeBy(stream: string, request: string): Promise<HeldSandboxCardAccount | null> {
    const made = await stateMadeBy(this.store, cardAccountStream, stream, request);
    if (made?.state.is !== 'open') return null;
    const owner = await customerAt(this.store, made.state.ownerId, made.at);
    return heldCardAccountOf({ account: made.state, owner });
  }
}

@QueryHandler(FindSandboxNumbers)
export class FindSandboxNumbersHandler implements IQueryHandler<FindSandboxNumbers> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ bbans, generation }: FindSandboxNumbers): Promise<readonly string[]> {
    const { rows } = await this.database.pool.query<{ key: string }>({
      name: 'accounts.numbers-of-sandbox',
      text: `select key from es.claim where scope = 'bban' and key = any($1)`,
      values: [bbans.map((bban) => inGeneration(bban, generation))],
    });
    return rows.map(({ key }) => withoutGeneration(key));
  }
}
