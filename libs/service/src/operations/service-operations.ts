import { isRecorded, operatorRequestFrom } from '@nordgate/contracts/commands';
import type {
  EraseSubjectRequest,
  OperatedService,
  OperatorRequest,
  RetentionEntry,
  ServiceRequest,
  ShowStreamRequest,
  ShowSubjectRequest,
  StreamDetails,
  WatchRequest,
} from '@nordgate/contracts/commands';
import { defined } from '@nordgate/decider';
import type { AnyStreamType } from '@nordgate/decider';
import { archivedCounts, countEnded } from '@nordgate/event-store';
import type { EventStore, Projection } from '@nordgate/event-store';
import type { BusServer } from '@nordgate/messaging';
import { correlationOf, redact, traceIdOf } from '@nordgate/telemetry';
import type { Health, Log } from '@nordgate/telemetry';
import { AuditedOperations } from './audit/audited-operations.js';
import type { Act } from './audit/audited-operations.js';
import { requestOf } from './audit/operation-permit.js';
import { OperationTrail } from './audit/operation-trail.js';
import type { DiskGrowth } from './disk-growth.js';
import { OperationError } from './operation-errors.js';
import type { CarryOut, Operate } from './operations.js';
import { ParkedOperations } from './parked.operations.js';
import { ProjectionOperations } from './projection.operations.js';
import { eraseSubject } from './subject/erase-subject.js';
import type { ErasureParts } from './subject/erase-subject.js';
import { subjectPage } from './subject/subject-page.js';
import type { SubjectRules } from './subject/subject-rules.js';
import { WatchOperations } from './watch.operations.js';

/** A running service, as its operations need it. */
export interface OperatedParts {
  readonly name: OperatedService;
  readonly store: EventStore;
  readonly streams: readonly AnyStreamType[];
  readonly projections: readonly Projection[];
  /** Months by stream type, where the service deletes streams. */
  readonly retention?: Readonly<Record<string, number>>;
  /** Months by stream type, where the service archives streams. */
  readonly archive?: Readonly<Record<string, number>>;
  readonly strategy: Pick<BusServer, 'handlingOf' | 'groups'>;
  readonly health: Pick<Health, 'report'>;
  readonly disk: DiskGrowth;
  readonly log: Log;
  /** How the service finds what it holds of a customer. */
  readonly subject?: SubjectRules;
  /** How it ends what a customer has open. */
  readonly erasing: Pick<ErasureParts, 'execute' | 'momentOf'>;
  /** What only this service does for the operator. */
  readonly own?: CarryOut;
}

/**
 * What every service does for the operator: parked messages, projections, streams and the record. Every request that
 * changes or reveals something is in the record of the service before it is done. Requests that are about the domain
 * go to the service's own operations.
 */
export function serviceOperations(parts: OperatedParts): Operate {
  const { name, own, store } = parts;
  const trail = new OperationTrail(store, name);
  const audited = new AuditedOperations(trail, parts.log);
  const answer = answering(parts);
  const carryOut = async (request: OwnRequest | Asked): Promise<unknown> => {
    if ('service' in request) return answer(request, unrecorded);
    if (own === undefined) throw new OperationError(`${name} has no such operation`);
    return own(request);
  };
  return async (body, origin) => {
    const request = requestIn(body);
    if ('service' in request) demandAddressee(name, request);
    else if (own === undefined) throw new OperationError(`${name} has no such operation`);
    if (request.name === 'ListAudit') return trail.list(Number(request.after));
    if (request.name === 'ConfirmOperation') {
      return audited.confirm(request, origin, ({ asked, reason }) =>
        carryOut(requestIn(requestOf(asked, reason)) as Asked),
      );
    }
    if (!isRecorded(request)) return carryOut(request);
    // Which message it retries is known later.
    if (request.name === 'RetryNextParked') {
      return answer(request, (seq, act) => audited.run({ ...request, seq }, origin, act));
    }
    return audited.run(request, origin, () => carryOut(request));
  };
}

type OwnRequest = Exclude<OperatorRequest, { readonly service: string }>;

/** Runs an act on one parked message in the way that the record needs. */
type AroundMessage = <Outcome>(seq: string, act: Act<Outcome>) => Promise<Outcome>;

const unrecorded: AroundMessage = (_seq, act) => act();

function requestIn(body: unknown): OperatorRequest {
  const read = operatorRequestFrom(body);
  if ('fault' in read) throw new OperationError(read.fault);
  return read.request;
}

/** What every service answers to each of these requests, from its own database. */
function answering(
  parts: OperatedParts,
): (request: Asked, around: AroundMessage) => Promise<unknown> {
  const { store } = parts;
  const parked = new ParkedOperations(store, parts.strategy, parts.log);
  const projections = new ProjectionOperations(store.database, parts.streams, parts.projections);
  const watch = new WatchOperations({ ...parts, database: store.database });
  const change = changing(parts, parked, projections);
  return async (request, around) => {
    if ('dryRun' in request) return change(request, around);
    switch (request.name) {
      case 'ListParked':
        return parked.list(request);
      case 'CountParked':
        return parked.count(request);
      case 'ShowParked':
        return parked.show(request);
      case 'ListProjections':
        return projections.list();
      case 'ShowStream':
        return showStream(store, request);
      case 'ShowRetention':
        return showRetention(parts);
      case 'ShowSubject':
        return subjectPage({ ...parts, rules: parts.subject ?? noRules }, request);
      case 'ShowStatus':
        return watch.status(await parked.count({}), await projections.list());
      case 'ShowTrace':
        return watch.trace(request);
    }
  };
}

const erasureOf = ({ erasing, ...parts }: OperatedParts): ErasureParts => ({
  ...parts,
  ...erasing,
  rules: parts.subject ?? noRules,
});

const noRules: SubjectRules = { streams: {}, tables: {} };

/** What every service answers. */
type Asked = ServiceRequest | ShowSubjectRequest | EraseSubjectRequest | WatchRequest;

type Change = Extract<Asked, { readonly dryRun: boolean }>;

/** The requests of {@link answering} that change something. */
function changing(
  parts: OperatedParts,
  parked: ParkedOperations,
  projections: ProjectionOperations,
): (request: Change, around: AroundMessage) => Promise<unknown> {
  return async (request, around) => {
    switch (request.name) {
      case 'EraseSubject':
        return eraseSubject(erasureOf(parts), request);
      case 'RetryParked':
        return parked.retry(request);
      case 'RetryNextParked':
        return parked.retryNext(request, around);
      case 'DiscardParked':
        return parked.discard(request);
      case 'RebuildProjection':
        return projections.rebuild(request);
    }
  };
}

function demandAddressee(name: string, { service }: { readonly service: string }): void {
  if (service === name) return;
  throw new OperationError(`this is ${name}: send requests for ${service} to that service`);
}

async function showStream(
  store: EventStore,
  { stream, reveal }: ShowStreamRequest,
): Promise<StreamDetails> {
  if (store.types.find(stream) === undefined) {
    throw new OperationError(`this service has no streams like ${stream}`);
  }
  const history = await store.history(stream);
  if (history.length === 0) throw new OperationError(`there is no stream ${stream}`);
  const events = history.map(({ version, type, at, meta, data }) => ({
    version,
    type,
    at,
    actor: meta.actor,
    ...defined({ traceId: traceIdOf(meta) }),
    data: reveal ? data : redact(data),
  }));
  return { stream, correlation: correlationOf(stream), events };
}

async function showRetention({
  store: { database },
  streams,
  retention: months = {},
}: OperatedParts): Promise<readonly RetentionEntry[]> {
  const [counts, archived] = await Promise.all([
    countEnded({ database, streams, months }),
    archivedCounts(database.pool, Object.keys(months)),
  ]);
  return counts.map(({ deleted: deletable, ...count }) => ({
    ...count,
    deletable,
    archived: archived.get(count.streamType) ?? 0,
  }));
}
