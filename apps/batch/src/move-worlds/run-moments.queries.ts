import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import type { RunCounts } from '@nordgate/contracts/events';
import type { ExecutionTerms } from '@nordgate/contracts/profile';
import { GetNextRuns, GetRunMoments } from '@nordgate/contracts/queries';
import type { ExecutionMoment, NextRuns, RunMoment } from '@nordgate/contracts/queries';
import { generationSql } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';
import { DATABASE, worldNow } from '@nordgate/service';
import { EXECUTION_TERMS } from '../batch.consumers.js';
import { nextDays } from './moved-worlds.rows.js';
import { nextSlot, nextStop } from './next-stop.js';

/** The console shows no more. */
const momentsMax = 200;

const runsStatement = {
  name: 'batch.runs-of-world',
  text: `
  select e.data->>'runId' as "runId", e.data->>'at' as at, e.data->'counts' as counts
    from es.stream s join es.event e on e.stream_id = s.stream_id and e.type = 'RunCompleted'
   where s.stream_type = 'batch-run' and ${generationSql('s.stream_id')} = $1
     and e.data->>'at' >= $2 and e.data->>'at' <= $3
   order by e.data->>'at', s.stream_id
   limit ${String(momentsMax)}`,
};

/** The sub-payments of a bulk are as many streams: one row has those of a run that ended alike. */
const executionsStatement = {
  name: 'batch.executions-of-world',
  text: `
  select i.data->>'paymentId' as "paymentId", i.data->>'service' as service,
         i.data->>'occurrence' as occurrence, e.type, e.data->>'reason' as reason,
         max(e.data->>'at') as at, sum(coalesce(json_array_length(e.data->'parts'), 0))::int as parts
    from es.stream s
    join es.event i on i.stream_id = s.stream_id and i.type = 'TransferInstructed'
    join es.event e on e.stream_id = s.stream_id
     and e.type in ('TransferDebited', 'TransferSettled', 'TransferDeclined')
   where s.stream_type = 'execution' and ${generationSql('s.stream_id')} = $1
     and e.data->>'at' >= $2 and e.data->>'at' <= $3 and i.data->>'tpp' = $4
   group by 1, 2, 3, 4, 5, i.data->>'run'
   order by max(e.data->>'at'), 1
   limit ${String(momentsMax)}`,
};

interface RunRow extends Pick<RunMoment, 'runId' | 'at'> {
  readonly counts: RunCounts;
}

interface ExecutionRow {
  readonly paymentId: string;
  readonly service: ExecutionMoment['payment']['service'];
  readonly occurrence: string | null;
  readonly type: keyof typeof outcomes;
  readonly reason: string | null;
  readonly at: string;
  readonly parts: number;
}

const outcomes = {
  TransferDebited: 'debited',
  TransferSettled: 'settled',
  TransferDeclined: 'declined',
} as const;

/** What the batch did in a world, for the timeline of the sandbox's console. No index serves it. */
@QueryHandler(GetRunMoments)
export class GetRunMomentsHandler implements IQueryHandler<GetRunMoments> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute(query: GetRunMoments): Promise<readonly (RunMoment | ExecutionMoment)[]> {
    const { tpp, generation, from, to } = query;
    const { pool } = this.database;
    const stretch = [generation, from, to];
    const [runs, executions] = await Promise.all([
      pool.query<RunRow>({ ...runsStatement, values: stretch }),
      pool.query<ExecutionRow>({ ...executionsStatement, values: [...stretch, tpp] }),
    ]);
    return [...executions.rows.map(executionOf), ...runs.rows.map(runOf)];
  }
}

function runOf({ runId, at, counts: { due, executed } }: RunRow): RunMoment {
  return { what: 'run', at, runId, due, executed };
}

function executionOf({
  paymentId,
  service,
  occurrence,
  type,
  reason,
  at,
  parts,
}: ExecutionRow): ExecutionMoment {
  return {
    what: 'execution',
    at,
    payment: { service, id: paymentId },
    outcome: outcomes[type],
    ...(occurrence !== null && { occurrence }),
    ...(reason !== null && { reason }),
    ...(parts > 0 && { parts }),
  };
}

/** When the batch runs next in a world. */
@QueryHandler(GetNextRuns)
export class GetNextRunsHandler implements IQueryHandler<GetNextRuns> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EXECUTION_TERMS) private readonly terms: Pick<ExecutionTerms, 'runs'>,
  ) {}

  async execute({ generation, aheadMs }: GetNextRuns): Promise<NextRuns> {
    const { runs } = this.terms;
    const now = worldNow({ aheadMs });
    const due = nextStop(now, await nextDays(this.database, generation), runs);
    return {
      slot: nextSlot(now, runs)?.toISOString() ?? null,
      due: due?.toISOString() ?? null,
    };
  }
}
