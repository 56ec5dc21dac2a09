import type { PaymentService } from '@nordgate/contracts/events';
import type { OpenRunReceipt } from '@nordgate/contracts/commands';
import type {
  SandboxBatchRun,
  SandboxBatchRunFailure,
  SandboxBatchRunStarted,
} from '@nordgate/contracts/http';
import type { BatchRunFailure, BatchRunView } from '@nordgate/contracts/queries';
import { inGeneration, withoutGeneration } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { Caller } from '../../access/caller.js';
import type { Edge } from '../../access/edge.service.js';
import { fault, unavailable } from '../../reply/request-error.js';
import { tppMessageOf, warningsOf } from '../../reply/tpp-messages.js';
import { idKindOf } from '../../request/operation-id.js';

/** The path of the runs. */
export const batchRunsPath = '/v1/sandbox/batch-runs';

/** The path of one run. */
export const hrefOfRun = (publicId: string) => `${batchRunsPath}/${publicId}`;

const runForm = /^\d{4}-\d{2}-\d{2}-(?:\d{4}|instant|standing|now-[1-9]\d{0,9})$/u;

/**
 * The id of a run as the bank has it, in the world of the caller; undefined for a text that is no id. After a reset, an id
 * names a run of the new generation.
 */
export function runIdFrom(
  publicId: string,
  { generation }: Pick<Caller, 'generation'>,
): string | undefined {
  return runForm.test(publicId) ? inGeneration(publicId, generation) : undefined;
}

/**
 * The answer to a request for a run: the run, or the one that was in progress already with a warning and the run that
 * follows it. Throws RequestError, 503, where the receipt names no run.
 */
export function startedRunOf(
  { runId, startedAt, followingRunId }: OpenRunReceipt,
  { language }: Pick<Caller, 'language'>,
): SandboxBatchRunStarted {
  if (runId === null || startedAt === undefined) throw unavailable();
  const id = withoutGeneration(runId);
  const self = { href: hrefOfRun(id), verbs: ['GET'] } as const;
  if (followingRunId === undefined) return { runId: id, startedAt, _links: { self } };
  const following = withoutGeneration(followingRunId);
  const warning = fault('CONFLICT', 'sandbox.runInProgress', '', { startedAt });
  return {
    runId: id,
    startedAt,
    followingRunId: following,
    ...warningsOf([warning], language),
    _links: { self, followingRun: { href: hrefOfRun(following), verbs: ['GET'] } },
  };
}

/** What a report is worded with. */
interface Wording {
  readonly caller: Pick<Caller, 'tpp' | 'language'>;
  readonly edge: Pick<Edge, 'publicId' | 'partId'>;
  /** Of the payments that {@link wholePaymentsIn} names. */
  readonly services: ReadonlyMap<string, PaymentService>;
}

/** The failed payments whose service decides how their public id begins. */
export function wholePaymentsIn({ failures }: BatchRunView): readonly string[] {
  return failures.flatMap(({ paymentId, part, occurrence }) =>
    part === undefined && occurrence === undefined ? [paymentId] : [],
  );
}

/** The report of a run as a TPP sees it, in the TPP's language and with the TPP's ids. */
export function shownBatchRun(view: BatchRunView, wording: Wording): SandboxBatchRun {
  const { day, status, startedAt, completedAt, counts, sums, failures } = view;
  const runId = withoutGeneration(view.runId);
  return {
    runId,
    day,
    status,
    ...defined({ startedAt, completedAt }),
    counts,
    sums,
    failures: failures.map((one) => shownFailure(one, wording)),
    _links: { self: { href: hrefOfRun(runId), verbs: ['GET'] } },
  };
}

function shownFailure(failure: BatchRunFailure, wording: Wording): SandboxBatchRunFailure {
  const { code, reason, occurrence } = failure;
  const { text = '' } = tppMessageOf(
    fault(code, `payment.${reason}`),
    'ERROR',
    wording.caller.language,
  );
  return { paymentId: publicIdOfFailed(failure, wording), ...defined({ occurrence }), code, text };
}

function publicIdOfFailed(
  { paymentId, part, occurrence }: BatchRunFailure,
  { caller, edge, services }: Wording,
): string {
  if (part !== undefined) return edge.partId(paymentId, part, caller);
  const service = occurrence === undefined ? services.get(paymentId) : 'periodic-payments';
  return edge.publicId(idKindOf[service ?? 'payments'], paymentId, caller);
}
