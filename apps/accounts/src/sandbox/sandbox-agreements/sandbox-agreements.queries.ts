import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetSandboxAgreements, ListSandboxAgreements } from '@nordgate/contracts/queries';
import type { SandboxAgreement } from '@nordgate/contracts/queries';
import { generationSql, streams } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { DATABASE } from '@nordgate/service';
import { agreementStream } from '../../domain/agreement.js';
import type { SignedAgreement } from '../../domain/agreement.js';
import { stateMadeBy } from '../past-states/past-states.rows.js';

/** $1: the stream of the agreement. */
const agreementSql = `
  select state from es.view
   where stream_type = 'agreement' and state->>'is' = 'signed' and stream_id = $1`;

@QueryHandler(GetSandboxAgreements)
export class GetSandboxAgreementsHandler implements IQueryHandler<GetSandboxAgreements> {
  constructor(private readonly store: EventStore) {}

  async execute(query: GetSandboxAgreements): Promise<readonly SandboxAgreement[]> {
    const { agreementId, madeBy } = query;
    if (madeBy !== undefined) return this.madeBy(agreementId, madeBy);
    const { rows } = await this.store.database.pool.query<{ state: SignedAgreement }>({
      name: 'accounts.sandbox-agreement',
      text: agreementSql,
      values: [streams.agreement.id(agreementId)],
    });
    return rows.map(({ state }) => agreementOf(state));
  }

  private async madeBy(id: string, request: string): Promise<readonly SandboxAgreement[]> {
    const made = await stateMadeBy(this.store, agreementStream, streams.agreement.id(id), request);
    return made?.state.is === 'signed' ? [agreementOf(made.state)] : [];
  }
}

/** One statement: the part and the count are of one moment. `$1`: how many, `$2`: behind how many, `$3`: in which generation. */
const listSql = `
  with found as (select stream_id, state from es.view
                  where stream_type = 'agreement' and ${generationSql('stream_id')} = $3
                    and state->>'is' = 'signed')
  select (select count(*) from found) as total,
         coalesce((select json_agg(part.state) from (
           select state from found
            order by state->>'name' collate "C", stream_id limit $1 offset $2) part), '[]') as states`;

@QueryHandler(ListSandboxAgreements)
export class ListSandboxAgreementsHandler implements IQueryHandler<ListSandboxAgreements> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({
    generation,
    limit,
    offset,
  }: ListSandboxAgreements): Promise<ListSandboxAgreements['answer']> {
    const { rows } = await this.database.pool.query<{
      total: string;
      states: readonly SignedAgreement[];
    }>({
      name: 'accounts.list-sandbox-agreements',
      text: listSql,
      values: [limit, offset, generation],
    });
    const [row] = rows;
    return { agreements: row?.states.map(agreementOf) ?? [], total: Number(row?.total ?? 0) };
  }
}

/** A row that an older release has written may lack the number of signers. */
function agreementOf({
  agreementId,
  ownerId,
  name,
  engagements,
  signers = 1,
}: SignedAgreement): SandboxAgreement {
  return { agreementId, ownerId, name, signers, engagements };
}
