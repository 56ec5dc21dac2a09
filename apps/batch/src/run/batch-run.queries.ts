import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetBatchRun } from '@nordgate/contracts/queries';
import type { BatchRunView } from '@nordgate/contracts/queries';
import { generationOf, streams } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import { EventStore } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { DATABASE } from '@nordgate/service';
import { batchRunStream } from '../domain/batch-run.js';
import type { KnownRun } from '../domain/batch-run.js';
import { scheduleStream } from '../domain/schedule.js';
import { heldOrders } from '../order-book/due-orders.rows.js';
import { ordersOf } from './standing-slot.js';
import { executedSums, pickedCounts, runFailures } from './run-report.rows.js';

/** Nest injection token of the environment, which names the schedule. */
export const ENVIRONMENT = 'nordgate.environment';

@QueryHandler(GetBatchRun)
export class GetBatchRunHandler implements IQueryHandler<GetBatchRun> {
  constructor(
    private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(ENVIRONMENT) private readonly environment: string,
  ) {}

  async execute({ runId, tpp }: GetBatchRun): Promise<BatchRunView | null> {
    const run = streams.batchRun.id(runId);
    const { state } = await this.store.state(batchRunStream, run);
    if (state.is === 'none') return this.openedOnly(runId);
    const [picked, held, sums, failures] = await Promise.all([
      pickedCounts(this.database, { run, tpp }),
      this.held(state, tpp),
      executedSums(this.database, { run, tpp }),
      runFailures(this.database, { run, tpp }),
    ]);
    const { day, startedAt, completedAt } = state;
    return {
      runId,
      day,
      status: state.is === 'completed' ? 'completed' : 'running',
      startedAt,
      ...defined({ completedAt }),
      counts: { ...picked, due: picked.due + held, held },
      sums,
      failures,
    };
  }

  /** A run that has ended remembers how many were held in it; of one TPP it is what is held now. */
  private held(run: KnownRun, tpp: string | null): Promise<number> {
    if (tpp === null && run.is !== 'picking') return Promise.resolve(run.held);
    const due = { generation: generationOf(run.runId), day: run.day };
    return heldOrders(this.database, ordersOf(run.slot), due, tpp);
  }

  /** The schedule has queued or opened it, and the run has not begun. */
  private async openedOnly(runId: string): Promise<BatchRunView | null> {
    const schedule = streams.schedule.id(generationOf(runId), this.environment);
    const { open, queued } = (await this.store.state(scheduleStream, schedule)).state;
    const counts = {
      due: 0,
      executed: 0,
      withoutFunds: 0,
      rejected: 0,
      held: 0,
      inProgress: 0,
      dropped: 0,
    };
    const nothing = { counts, sums: [], failures: [] };
    if (open?.runId === runId) {
      return { runId, day: open.day, status: 'running', startedAt: open.at, ...nothing };
    }
    if (queued?.runId !== runId) return null;
    return { runId, day: queued.day, status: 'queued', ...nothing };
  }
}
