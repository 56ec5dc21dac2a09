import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetSandboxAgreements } from '@nordgate/contracts/queries';
import type { SandboxAgreement } from '@nordgate/contracts/queries';
import type { Database } from '@nordgate/event-store';
import { DATABASE } from '@nordgate/service';
import type { SignedAgreement } from '../domain/agreement.js';

/** $1: the stream of one agreement, or null for all. */
const agreementsSql = `
  select state from es.view
   where stream_type = 'agreement' and state->>'is' = 'signed'
     and ($1::text is null or stream_id = 'agreement-' || $1)
   order by state->>'name' collate "C", stream_id`;

@QueryHandler(GetSandboxAgreements)
export class GetSandboxAgreementsHandler implements IQueryHandler<GetSandboxAgreements> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ agreementId }: GetSandboxAgreements): Promise<readonly SandboxAgreement[]> {
    const { rows } = await this.database.pool.query<{ state: SignedAgreement }>({
      name: 'accounts.sandbox-agreements',
      text: agreementsSql,
      values: [agreementId],
    });
    return rows.map(({ state }) => agreementOf(state));
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
