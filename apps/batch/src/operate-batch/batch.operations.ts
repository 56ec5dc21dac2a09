import { isBatchRequest, operatorRequestFrom } from '@nordgate/contracts/commands';
import type {
  BatchRequest,
  HoldEntry,
  OpenRunReceipt,
  StartedBatchRuns,
} from '@nordgate/contracts/commands';
import type { Held } from '@nordgate/contracts/events';
import { GetBatchRun } from '@nordgate/contracts/queries';
import type { BatchRunView } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import { isRefusal } from '@nordgate/decider';
import type { Command } from '@nordgate/decider';
import { OperationError } from '@nordgate/service';
import type { OpenOperations } from '@nordgate/service';
import { contradictions } from '../execution/contradictions.rows.js';
import { HeldExecution } from '../hold/held-executions.projection.js';
import { executableWorlds } from '../execute-runs/busy-worlds.rows.js';
import { overdueTransfers } from '../execution/overdue-transfers.rows.js';
import { listRuns } from './run-list.rows.js';

type Parts = Parameters<OpenOperations>[0];
type HoldRequest = Extract<BatchRequest, { readonly reason: string }>;

/**
 * What the operator and the fraud desk do with the execution of payments. Every decision is an event with the
 * operation and the reason. A request that cannot be done is an OperationError.
 */
export function batchOperations(environment: string): OpenOperations {
  return (parts) => async (body) => {
    const read = operatorRequestFrom(body);
    if ('fault' in read) throw new OperationError(read.fault);
    const { request } = read;
    if (!isBatchRequest(request)) throw new OperationError('batch has no such operation');
    return carryOut(parts, request, environment);
  };
}

/** More rows help nobody: the operator works through the first ones. */
const rowsMax = 500;

function carryOut(parts: Parts, request: BatchRequest, environment: string): Promise<unknown> {
  const { database } = parts.store;
  switch (request.name) {
    case 'ListBatchRuns':
      return listRuns(database, parts.ask);
    case 'ShowBatchRun':
      return showRun(parts, request.runId);
    case 'StartBatchRun':
      return startRun(parts, request.id, environment);
    case 'ListHolds':
      return listHolds(parts);
    case 'ListOverdueTransfers':
      return overdueTransfers(database, rowsMax);
    case 'ListContradictions':
      return contradictions(database, rowsMax);
    case 'HoldPayment':
    case 'HoldTpp':
    case 'ReleasePayment':
    case 'ReleaseHeldTpp':
      return decideHold(parts, request);
  }
}

async function showRun({ ask }: Parts, runId: string): Promise<BatchRunView> {
  const view = await ask(new GetBatchRun(runId, null));
  if (view === null) throw new OperationError(`there is no run ${runId}`);
  return view;
}

/**
 * Opens a run, in a sandbox one in each world with something to execute. An error in one world keeps no other from its
 * run. Throws the first error, or an OperationError, where no run was opened.
 */
async function startRun(
  { commands, store }: Parts,
  id: string,
  environment: string,
): Promise<StartedBatchRuns> {
  const now = new Date();
  const by = `operator/${id}`;
  const reader = { database: store.database, environment, now: () => now };
  const worlds = await executableWorlds(reader);
  const outcomes = await Promise.allSettled(
    worlds.map(({ generation, day, aheadMs }) =>
      commands.execute({
        type: 'OpenRun',
        id: generation === 0 ? id : `${id}/${String(generation)}`,
        stream: streams.schedule.id(generation, environment),
        data: { day, request: by, by },
        meta: {
          at: new Date(now.getTime() + aheadMs).toISOString(),
          ...(aheadMs > 0 && { aheadMs }),
          actor: 'operator',
        },
      }),
    ),
  );
  const runs = outcomes.flatMap((outcome) => {
    if (outcome.status === 'rejected') return [];
    const { runId, ...receipt } = outcome.value as OpenRunReceipt;
    return runId === null ? [] : [{ runId, ...receipt }];
  });
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (runs.length > 0) return { runs, failed: failures.length };
  const [failure] = failures;
  if (failure !== undefined) throw failure.reason as Error;
  throw new OperationError('no run was opened: no world has a due order');
}

/** Holds or releases. What is held stays held, and what is free stays free. */
async function decideHold({ commands }: Parts, request: HoldRequest): Promise<{ held: Held }> {
  const { id, reason } = request;
  const [held, stream] =
    'paymentId' in request
      ? [{ paymentId: request.paymentId }, streams.hold.id('payment', request.paymentId)]
      : [{ tppId: request.tppId }, streams.hold.id('tpp', request.tppId)];
  const isHold = request.name === 'HoldPayment' || request.name === 'HoldTpp';
  const command: Command = {
    type: isHold ? 'HoldExecution' : 'ReleaseExecution',
    id,
    stream,
    data: { held, reason, by: `operator/${id}` },
    meta: { at: new Date().toISOString(), actor: 'operator' },
  };
  const outcome = await commands.execute(command);
  if (isRefusal(outcome)) throw new OperationError(outcome.text ?? outcome.refused);
  return { held };
}

async function listHolds({ store }: Parts): Promise<readonly HoldEntry[]> {
  const holds = store.database.dataSource.getRepository(HeldExecution);
  const rows = await holds.find({ order: { since: 'ASC', hold: 'ASC' } });
  return rows.map(({ paymentId, tppId, since, reason, by }) => ({
    held: paymentId === null ? { tppId: tppId ?? '' } : { paymentId },
    since,
    reason,
    by,
  }));
}
