import { operatorRequestFrom } from '@nordgate/contracts/commands';
import type {
  RetentionEntry,
  ServiceRequest,
  ShowStreamRequest,
  StreamDetails,
} from '@nordgate/contracts/commands';
import type { QueriedService } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import type { AnyStreamType } from '@nordgate/decider';
import { countEnded } from '@nordgate/event-store';
import type { EventStore, Projection } from '@nordgate/event-store';
import type { BusServer } from '@nordgate/messaging';
import { correlationOf, redact, traceIdOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import { OperationError } from './operations.js';
import type { Operate } from './operations.js';
import { ParkedOperations } from './parked.operations.js';
import { ProjectionOperations } from './projection.operations.js';

/** A running service, as its operations need it. */
export interface OperatedParts {
  readonly name: QueriedService;
  readonly store: EventStore;
  readonly streams: readonly AnyStreamType[];
  readonly projections: readonly Projection[];
  /** Months by stream type, where the service deletes streams. */
  readonly retention?: Readonly<Record<string, number>>;
  readonly strategy: Pick<BusServer, 'handlingOf'>;
  readonly log: Log;
  /** What only this service does for the operator. */
  readonly own?: Operate;
}

/**
 * What every service does for the operator: parked messages, projections and streams. Every request
 * that changes or reveals something leaves an audit line in the log, before it is done. Requests that
 * are about the domain go to the service's own operations.
 */
export function serviceOperations(parts: OperatedParts): Operate {
  const { name, own } = parts;
  const answer = answering(parts);
  return async (body) => {
    const read = operatorRequestFrom(body);
    if ('fault' in read) throw new OperationError(read.fault);
    const { request } = read;
    if (!('service' in request)) {
      if (own === undefined) throw new OperationError(`${name} has no such operation`);
      return own(body);
    }
    demandAddressee(name, request);
    // The one that a retry of the next message chooses is known later.
    if (request.name !== 'RetryNextParked') audit(parts.log, request);
    return answer(request);
  };
}

/** What every service answers to each of these requests, from its own database. */
function answering(parts: OperatedParts): (request: ServiceRequest) => Promise<unknown> {
  const { store } = parts;
  const parked = new ParkedOperations(store, parts.strategy, parts.log);
  const projections = new ProjectionOperations(store.database, parts.streams, parts.projections);
  return async (request) => {
    switch (request.name) {
      case 'ListParked':
        return parked.list(request);
      case 'CountParked':
        return parked.count(request);
      case 'ShowParked':
        return parked.show(request);
      case 'RetryParked':
        return parked.retry(request);
      case 'RetryNextParked':
        return parked.retryNext(request, (seq) => audit(parts.log, { ...request, seq }));
      case 'DiscardParked':
        return parked.discard(request);
      case 'ListProjections':
        return projections.list();
      case 'RebuildProjection':
        return projections.rebuild(request);
      case 'ShowStream':
        return showStream(store, request);
      case 'ShowRetention':
        return showRetention(parts);
    }
  };
}

function demandAddressee(name: QueriedService, { service }: ServiceRequest): void {
  if (service === name) return;
  throw new OperationError(`this is ${name}: send requests for ${service} to that service`);
}

/** Lists and masked looks are not worth a line; what changes or reveals something is. */
function audit(log: Log, request: ServiceRequest & { readonly seq?: string }): void {
  const isChange = 'dryRun' in request && !request.dryRun;
  const isReveal = 'reveal' in request && request.reveal;
  if (!isChange && !isReveal) return;
  const { name: operation, ...asked } = request;
  log.info({ audit: { operation, ...asked } }, `the operator asked for ${operation}`);
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
    ...{ version, type, at, actor: meta.actor, ...defined({ traceId: traceIdOf(meta) }) },
    data: reveal ? data : redact(data),
  }));
  return { stream, correlation: correlationOf(stream), events };
}

async function showRetention({
  store: { database },
  streams,
  retention: months = {},
}: OperatedParts): Promise<readonly RetentionEntry[]> {
  const counts = await countEnded({ database, streams, months });
  return counts.map(({ deleted: deletable, ...count }) => ({ ...count, deletable }));
}
