import type { OperatorRequest } from './operator-request.js';

/** What a person may be at the bank, as far as its services know. */
export const operatorRoles = ['operator', 'fraud-desk'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** Acts for which a profile can demand a second person. */
export const secondPersonActs = ['discard', 'cancel', 'stop', 'reveal', 'erase'] as const;
export type SecondPersonAct = (typeof secondPersonActs)[number];

/** What an operation does to the bank, and who may request it. */
export interface OperationVerb {
  /** `reveals`: only with `reveal`. `changes`: not in a dry run. `confirms`: as the operation that it confirms. */
  readonly effect: 'reads' | 'changes' | 'reveals' | 'confirms';
  readonly roles: readonly OperatorRole[];
  /** Absent where no profile can demand a second person. */
  readonly act?: SecondPersonAct;
  /** A dry run is recorded too, because it tells something about a customer. It needs no second person. */
  readonly recordsDryRun?: true;
}

const reads: OperationVerb = { effect: 'reads', roles: operatorRoles };
const changes: OperationVerb = { effect: 'changes', roles: ['operator'] };
const holds: OperationVerb = { effect: 'changes', roles: operatorRoles };
const reveals: OperationVerb = { effect: 'reveals', roles: operatorRoles, act: 'reveal' };

/** Every operation. Those that change or reveal something are recorded (ADR 48). */
export const operationVerbs: Readonly<Record<OperatorRequest['name'], OperationVerb>> = {
  StopTpp: { ...changes, act: 'stop' },
  ReleaseTpp: changes,
  ListStoppedTpps: reads,
  ListTppContacts: reads,
  PlanMaintenance: changes,
  EndMaintenance: changes,
  ListMaintenance: reads,
  CancelPayment: { ...changes, act: 'cancel' },
  ChangePayment: changes,
  ListBatchRuns: reads,
  ShowBatchRun: reads,
  StartBatchRun: changes,
  HoldPayment: holds,
  ReleasePayment: holds,
  HoldTpp: holds,
  ReleaseHeldTpp: holds,
  ListHolds: reads,
  ListOverdueTransfers: reads,
  ListContradictions: reads,
  ListParked: reads,
  CountParked: reads,
  ShowParked: reveals,
  RetryParked: changes,
  RetryNextParked: changes,
  DiscardParked: { ...changes, act: 'discard' },
  ListProjections: reads,
  RebuildProjection: changes,
  ShowStream: reveals,
  ShowRetention: reads,
  ShowSubject: { ...reveals, roles: ['operator'] },
  EraseSubject: { ...changes, act: 'erase', recordsDryRun: true },
  ShowStatus: reads,
  ShowTrace: reads,
  FindRequests: reads,
  ShowWorld: reads,
  ListAudit: reads,
  ConfirmOperation: { effect: 'confirms', roles: operatorRoles },
};

/** Whether a request changes or reveals something, so that the service has to record it first. */
export function isRecorded(request: OperatorRequest): boolean {
  const { effect, recordsDryRun } = operationVerbs[request.name];
  if (effect === 'changes') return recordsDryRun === true || !isDryRun(request);
  if (effect === 'reveals') return 'reveal' in request && request.reveal;
  return effect === 'confirms';
}

/** Whether a request only tells what it would change. */
export function isDryRun(request: OperatorRequest): boolean {
  return 'dryRun' in request && request.dryRun;
}
