import { chainStart, entryHash } from '@nordgate/contracts/commands';
import type { ChainHead, OperatedService } from '@nordgate/contracts/commands';
import type { OperationEvent, OperationProposed } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { defined, streamType } from '@nordgate/decider';

/** An operation that waits for a second person. */
export type Proposal = Pick<OperationProposed['data'], 'asked' | 'by' | 'until' | 'reason'>;

/** The record of the operations of a service: its last entry, and what waits for a second person. */
export interface OperationRecord extends ChainHead {
  readonly proposals: Readonly<Record<string, Proposal>>;
}

/** Operations that wait for a second person at most. */
export const proposalsMax = 100;

function evolve(record: OperationRecord, { type, data }: OperationEvent): OperationRecord {
  const { entry, hash } = data;
  // Nobody can confirm an operation whose time is over, so it need not be kept.
  const running = Object.entries(record.proposals).filter(
    ([operation, { until }]) => until > data.at && operation !== data.operation,
  );
  const proposals = Object.fromEntries(running);
  if (type !== 'OperationProposed') {
    const kept = type === 'OperationRefused' ? record.proposals : proposals;
    return { entry, hash, proposals: kept };
  }
  const { asked, by, until, reason } = data;
  const proposal = { asked, by, until, ...defined({ reason }) };
  return { entry, hash, proposals: { ...proposals, [data.operation]: proposal } };
}

/** Streams `operation-<service>`: one in each service (ADR 48). */
export const operationStream = streamType<OperationRecord, OperationEvent, 'operation'>({
  name: streams.operation.category,
  stateVersion: 1,
  initial: { ...chainStart, proposals: {} },
  evolve,
  events: {
    OperationBegun: { version: 1 },
    OperationEnded: { version: 1 },
    OperationProposed: { version: 1 },
    OperationRefused: { version: 1 },
    OperationConfirmed: { version: 1 },
  },
});

/** An entry before it has its place in the chain. */
export type NewEntry = {
  readonly [Type in OperationEvent['type']]: {
    readonly type: Type;
    readonly data: Omit<
      Extract<OperationEvent, { readonly type: Type }>['data'],
      keyof ChainHead | 'previous'
    >;
  };
}[OperationEvent['type']];

/** The event that continues the chain with an entry. */
export function chained(
  service: OperatedService,
  { entry, hash: previous }: ChainHead,
  { type, data }: NewEntry,
): OperationEvent {
  const linked = { ...data, entry: entry + 1, previous };
  const hash = entryHash({ service, type, ...linked });
  return { type, data: { ...linked, hash } } as OperationEvent;
}

/** An event of the stream as a line of an export. */
export function lineOf(service: OperatedService, { type, data }: OperationEvent) {
  return { service, type, ...data };
}
