import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { ListStoppedTpps } from '@nordgate/contracts/queries';
import type { StoppedTpp } from '@nordgate/contracts/queries';
import type { Database } from '@nordgate/event-store';
import { DATABASE } from '@nordgate/service';

const stoppedSql = `
  select s.state - 'is' as stopped
    from es.view s
   where s.stream_type = 'tpp-stop' and s.state->>'is' = 'stopped'
     and coalesce(s.state->>'until' >= $1, true)
   order by s.state->>'tppId' collate "C"`;

@QueryHandler(ListStoppedTpps)
export class ListStoppedTppsHandler implements IQueryHandler<ListStoppedTpps> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ today }: ListStoppedTpps): Promise<readonly StoppedTpp[]> {
    const { rows } = await this.database.pool.query<{ readonly stopped: StoppedTpp }>({
      name: 'accounts.stopped-tpps',
      text: stoppedSql,
      values: [today],
    });
    return rows.map(({ stopped }) => stopped);
  }
}
