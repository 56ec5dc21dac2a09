import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetSandboxGeneration } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { generationOf, sandboxStream } from '../../domain/sandbox.js';

/** Rows of the inline view that a reset has to see: neither removed, closed nor ended. */
const openStreamsSql = `
  select stream_id from es.view
   where stream_type in ('customer', 'account', 'card-account', 'agreement')
     and state->>'is' not in ('removed', 'closed', 'ended')`;

/** The streams of customers, accounts and agreements that exist now, also those from before this sandbox. */
export async function openStreams({ pool }: Database): Promise<readonly string[]> {
  const { rows } = await pool.query<{ stream_id: string }>({
    name: 'accounts.open-streams',
    text: openStreamsSql,
  });
  return rows.map(({ stream_id }) => stream_id);
}

/** The generation of a sandbox, straight from the write model: the lease counts on an answer that is not older than its question. */
@QueryHandler(GetSandboxGeneration)
export class GetSandboxGenerationHandler implements IQueryHandler<GetSandboxGeneration> {
  constructor(private readonly store: EventStore) {}

  async execute({ sandbox }: GetSandboxGeneration): Promise<number> {
    const { state } = await this.store.state(sandboxStream, streams.sandbox.id(sandbox));
    return generationOf(state);
  }
}
