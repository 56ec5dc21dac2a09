import { isRefusal, nothing } from '@nordgate/decider';
import type {
  AnyDeciderTable,
  Command,
  DeciderRow,
  DomainEvent,
  Facts,
  OneStreamRow,
  StreamDecision,
} from '@nordgate/decider';
import type { Service } from '../checker/evidence/evidence.js';
import type { DecidingServices } from './deciding-services.js';

type Decide = (command: Command, state: unknown, facts: Facts) => unknown;
type DecideMany = (command: Command, found: unknown) => readonly StreamDecision[];

/** A decider with a bug, which the replay of the golden histories has to find. */
export interface PlantedDecider {
  readonly name: string;
  readonly behaviour: string;
  readonly service: Service;
  readonly command: string;
  readonly changed: (row: DeciderRow) => DeciderRow;
}

/** The deciders of all services, one of them with a bug. */
export function withBug(services: DecidingServices, bug: PlantedDecider): DecidingServices {
  const { table, streams } = services[bug.service];
  const row = table[bug.command];
  if (row === undefined) throw new Error(`${bug.service} does not decide ${bug.command}`);
  const changed: AnyDeciderTable = { ...table, [bug.command]: bug.changed(row) };
  return { ...services, [bug.service]: { table: changed, streams } };
}

/** Changes the decider of a command over its own stream. */
const one =
  (change: (decide: Decide, row: OneStreamRow<never, string, unknown>) => Decide) =>
  (row: DeciderRow): DeciderRow => {
    if (row.over !== 'one stream') throw new Error('the command is decided on many streams');
    return { ...row, decide: change(row.decide as Decide, row) as never };
  };

/** Changes the events of a command over its own stream. */
const events = (change: (decided: readonly DomainEvent[]) => readonly DomainEvent[]) =>
  one((decide) => (...given) => {
    const decided = decide(...given);
    return Array.isArray(decided) ? change(decided as readonly DomainEvent[]) : decided;
  });

/** Changes the decisions of a command over many streams. */
const many =
  (change: (decisions: readonly StreamDecision[]) => readonly StreamDecision[]) =>
  (row: DeciderRow): DeciderRow => {
    if (row.over !== 'many streams') throw new Error('the command is decided on one stream');
    const decide = row.decide as unknown as DecideMany;
    const changed: DecideMany = (command, found) => change(decide(command, found));
    return { ...row, decide: changed as never };
  };

/** The decider sees the stream as if nothing had happened. */
const onNewStream = one(
  (decide, row) => (command, _state, facts) => decide(command, row.stream.initial, facts),
);

/** The decider takes another time for that of the command. */
const atTime = (at: string) =>
  one(
    (decide) => (command, state, facts) =>
      decide({ ...command, meta: { ...command.meta, at } }, state, facts),
  );

const noHolder: Facts = { holderOf: () => undefined };
const longAgo = '2000-01-01T00:00:00.000Z';

/** Bugs of deciders, of the kinds that systems of this sort have had. */
export const plantedDeciders: readonly PlantedDecider[] = [
  {
    name: 'no-dedupe-by-state',
    behaviour: 'a repeated request makes its payment again',
    ...{ service: 'payments', command: 'InitiatePayment', changed: onNewStream },
  },
  {
    name: 'forgotten-claim',
    behaviour: 'a payment does not note that a run has claimed it',
    ...{ service: 'payments', command: 'ClaimPayment', changed: events(() => nothing) },
  },
  {
    name: 'late-claim',
    behaviour: 'a run claims a payment that was cancelled or is executing',
    service: 'payments',
    command: 'ClaimPayment',
    changed: one((decide) => (command, state, facts) => {
      const decided = decide(command, state, facts);
      return isRefusal(decided) ? [{ type: 'PaymentClaimed', data: command.data }] : decided;
    }),
  },
  {
    name: 'stale-approval',
    behaviour: 'an approval is decided on a state from before the payment',
    ...{ service: 'payments', command: 'AuthorisePayment', changed: onNewStream },
  },
  {
    name: 'running-status',
    behaviour: 'a payment never goes on from its first status of an execution',
    ...{ service: 'payments', command: 'ProgressPayment', changed: events(() => nothing) },
  },
  {
    name: 'cancelled-twice',
    behaviour: 'a cancellation is noted twice',
    service: 'payments',
    command: 'CancelPayment',
    changed: events((decided) => [...decided, ...decided]),
  },
  {
    name: 'lost-claim',
    behaviour: 'a basket takes a payment of another open basket',
    service: 'baskets',
    command: 'CreateBasket',
    changed: one((decide) => (command, state) => decide(command, state, noHolder)),
  },
  {
    name: 'forgotten-tombstone',
    behaviour: 'a basket that is deleted does not end',
    ...{ service: 'baskets', command: 'DeleteBasket', changed: events(() => nothing) },
  },
  {
    name: 'lost-signature',
    behaviour: 'the first of two signatures of a basket is not noted',
    ...{ service: 'baskets', command: 'SignBasket', changed: events(() => nothing) },
  },
  {
    name: 'late-approval',
    behaviour: 'an approval after the end of its time counts',
    ...{ service: 'sca', command: 'FinaliseAuthorisation', changed: atTime(longAgo) },
  },
  {
    name: 'endless-tries',
    behaviour: 'a wrong code is not counted',
    ...{ service: 'sca', command: 'RefuseCode', changed: events(() => nothing) },
  },
  {
    name: 'access-without-end',
    behaviour: 'a consent is not revoked',
    ...{ service: 'sca', command: 'RevokeAccess', changed: events(() => nothing) },
  },
  {
    name: 'wrong-time',
    behaviour: 'a refusal of the PSU has another time than its command',
    service: 'sca',
    command: 'RefuseAuthorisation',
    changed: events((decided) =>
      decided.map(({ type, data }) => ({ type, data: { ...(data as object), at: longAgo } })),
    ),
  },
  {
    name: 'double-booking',
    behaviour: 'a transfer is booked twice on an account',
    service: 'accounts',
    command: 'BookTransfer',
    changed: many((decisions) => [...decisions, ...decisions]),
  },
  {
    name: 'half-a-transfer',
    behaviour: 'the last account of a transfer is not booked',
    service: 'accounts',
    command: 'BookTransfer',
    changed: many((decisions) => decisions.slice(0, -1)),
  },
  {
    name: 'no-reservation',
    behaviour: 'a transfer reserves nothing',
    service: 'accounts',
    command: 'ReserveTransfer',
    changed: many(() => []),
  },
  {
    name: 'instructed-twice',
    behaviour: 'a transfer that is instructed is instructed again',
    ...{ service: 'batch', command: 'InstructTransfer', changed: onNewStream },
  },
  {
    name: 'stale-run',
    behaviour: 'a run picks payments on a state from before its start',
    ...{ service: 'batch', command: 'PickPayments', changed: onNewStream },
  },
  {
    name: 'lost-outcome',
    behaviour: 'the outcome of a transfer is not recorded',
    ...{ service: 'batch', command: 'RecordOutcome', changed: events(() => nothing) },
  },
  {
    name: 'lost-hold',
    behaviour: 'an execution that an operator holds goes on',
    ...{ service: 'batch', command: 'HoldExecution', changed: events(() => nothing) },
  },
];
