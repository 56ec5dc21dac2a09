import fc from 'fast-check';
import { PAYMENT_STATUSES } from '@nordgate/contracts/codes';
import { instructionHash, isEndedPayment } from '@nordgate/contracts/rules';
import type { PartOutcome, PaymentEvent, PaymentInstruction } from '@nordgate/contracts/events';
import type { PaymentCommands } from '@nordgate/contracts/commands';
import { isRefusal } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import { decideBy } from '@nordgate/decider/testing';
import { initiateOwnTransfer } from '../initiate/initiate-payment.js';
import { paymentsDeciders } from '../payments.deciders.js';
import {
  aBulkInstruction,
  anInstruction,
  aStandingInstruction,
  occurrenceDates,
  partRejected,
  paymentId,
} from '../testing/a-payment.js';
import {
  mayFollow,
  paymentSamples,
  toAuthorise,
  toCancel,
  toChange,
  toClaim,
  toInitiate,
  toProgress,
  toProgressOccurrence,
  toProgressParts,
  toReject,
  toSign,
  toTransfer,
} from '../testing/payment-commands.js';
import { bulkStatusOf, partsOf } from './parts.js';
import { paymentStream } from './payment.js';
import type { Payment } from './payment.js';

type PaymentCommand = CommandOf<PaymentCommands>;

const bounds = { countMax: 1, sumMax: { amount: '1000', currency: 'NOK' } };
const deciders = paymentsDeciders(bounds);
const alone = decideBy(deciders, paymentStream);

/** The decision on the payment; an exemption is the first of its customer on its day. */
function decide(command: PaymentCommand, state: Payment): Decision<PaymentEvent> {
  if (command.type !== 'InitiateOwnTransfer') return alone(command, state);
  const [first] = initiateOwnTransfer(bounds).decide(command, {
    ids: [],
    facts: { holderOf: () => undefined },
    stateOf: (type) => (type.name === paymentStream.name ? (state as never) : type.initial),
  });
  return first?.decision as Decision<PaymentEvent>;
}

const otherInstruction: PaymentInstruction = {
  ...anInstruction,
  instructedAmount: { amount: '99999.00', currency: 'NOK' },
  creditorName: 'Sandbox Bedrift To AS',
};
const instructions = fc.constantFrom(anInstruction, otherInstruction);
const by = fc.constantFrom('authorisation-1', 'authorisation-2', 'basket-1');
const hash = fc.oneof(instructions.map(instructionHash), fc.constant('made-up'));
const reason = fc.constantFrom(
  'refused-by-psu' as const,
  'account-not-debitable' as const,
  'not-approved-in-time' as const,
  'debtor-unknown' as const,
  'not-executable' as const,
  'refused-by-bank' as const,
);
const fingerprint = fc.constantFrom('one', 'other');

const customerId = fc.constantFrom('customer-1', 'customer-2');
const status = fc.constantFrom(...(['ACCP', 'ACWC', 'ACSP', 'ACWP', 'ACSC'] as const));
const fundsAvailable = fc.constantFrom(true, false);
const part = fc.nat(2);
const outcome: fc.Arbitrary<PartOutcome> = fc.oneof(
  { arbitrary: fc.record({ part, status }), weight: 4 },
  part.map(partRejected),
  fc.record({ part, status: fc.constant('ACCP' as const), fundsAvailable }),
);
const outcomes = fc.uniqueArray(outcome, {
  minLength: 1,
  maxLength: 3,
  selector: (one) => one.part,
});
const channel = fc.constantFrom('channel:branch', 'channel:app');

const corporateId = fc.constantFrom('agreement-1', 'agreement-2');
const approving = fc.record({ by, customerId, corporateId, hash });
const progressing = fc.oneof(
  { arbitrary: fc.record({ status }).map(toProgress), weight: 6 },
  fc.record({ status: fc.constant('ACCP' as const), fundsAvailable }).map(toProgress),
  { arbitrary: outcomes.map((parts) => toProgressParts(...parts)), weight: 4 },
);
const occurrence = fc.constantFrom(...occurrenceDates);
const claiming = fc.oneof(
  fc.record({ by: fc.constantFrom('batch-run-1', 'batch-run-2') }).map(toClaim),
  fc.constantFrom(toClaim({ isMoved: true })),
  fc.record({ occurrence }).map(toClaim),
);
const ofOccurrence = outcome.map(({ part: _part, ...what }) => what);
/** Variants of the commands. A command that is not here comes as its samples. */
const variants: {
  readonly [Type in PaymentCommand['type']]?: fc.WeightedArbitrary<PaymentCommand>;
} = {
  InitiatePayment: {
    arbitrary: fc.record({ fingerprint, instruction: instructions }).map(toInitiate),
    weight: 1,
  },
  ChangePayment: {
    arbitrary: fc.record({ by: channel, instruction: instructions }).map(toChange),
    weight: 1,
  },
  SignPayment: { arbitrary: approving.map(toSign), weight: 2 },
  AuthorisePayment: { arbitrary: approving.map(toAuthorise), weight: 4 },
  ProgressPayment: { arbitrary: progressing, weight: 7 },
  ClaimPayment: { arbitrary: claiming, weight: 3 },
  ProgressOccurrence: {
    arbitrary: fc
      .tuple(occurrence, ofOccurrence)
      .map(([date, what]) => toProgressOccurrence(date, what)),
    weight: 3,
  },
  RejectPayment: { arbitrary: fc.record({ by, reason }).map(toReject), weight: 1 },
  CancelPayment: {
    arbitrary: fc.record({ by: channel, onlyUnapproved: fc.boolean() }).map(toCancel),
    weight: 1,
  },
};
const command: fc.Arbitrary<PaymentCommand> = fc.oneof(
  ...Object.values(paymentSamples).map((samples) => {
    const commands = samples.map((sample): PaymentCommand => sample.command);
    return variants[samples[0].command.type] ?? fc.constantFrom(...commands);
  }),
);
const bulk = { service: 'bulk-payments', instruction: aBulkInstruction } as const;
const order = { service: 'periodic-payments', instruction: aStandingInstruction } as const;
const approvedOrder = [
  toInitiate(order),
  toAuthorise({ hash: instructionHash(aStandingInstruction) }),
];
const allClaimed = [
  ...approvedOrder,
  ...occurrenceDates.map((date) => toClaim({ occurrence: date })),
];
/** Chance alone seldom gets far: some sequences start with an approved payment. */
const starts: readonly (readonly PaymentCommand[])[] = [
  [],
  [toInitiate(), toAuthorise()],
  [toInitiate(), toSign({ corporateId: 'agreement-1' })],
  [toTransfer(paymentId)],
  [toInitiate(), toAuthorise(), toClaim({ by: 'batch-run-1' })],
  approvedOrder,
  allClaimed,
  [
    ...allClaimed,
    ...occurrenceDates.slice(1).map((date) => toProgressOccurrence(date, { status: 'ACSC' })),
  ],
  [
    toInitiate(bulk),
    toAuthorise({ hash: instructionHash(aBulkInstruction) }),
    toClaim({ by: 'batch-run-1' }),
  ],
  [toInitiate(bulk), toSign({ hash: instructionHash(aBulkInstruction) })],
  [toInitiate(bulk), toAuthorise({ hash: instructionHash(aBulkInstruction) })],
  [
    toInitiate(bulk),
    toAuthorise({ hash: instructionHash(aBulkInstruction) }),
    toProgress({ status: 'ACSP' }),
  ],
  [
    toInitiate(bulk),
    toAuthorise({ hash: instructionHash(aBulkInstruction) }),
    toProgress({ status: 'ACSP' }),
    toProgressParts({ part: 1, status: 'ACSC' }),
  ],
];
const steps = fc
  .tuple(fc.constantFrom(...starts), fc.array(command, { maxLength: 14 }))
  .map(([start, rest]) => [...start, ...rest]);

const statusOf = (payment: Payment) => (payment.is === 'none' ? payment.is : payment.status);
const follows = ({ type }: PaymentEvent, payment: Payment) =>
  mayFollow[type].includes(statusOf(payment));

interface Moment {
  readonly step: PaymentCommand;
  readonly before: Payment;
  readonly decision: Decision<PaymentEvent>;
  readonly events: readonly PaymentEvent[];
  readonly after: Payment;
}

/** Runs a sequence of commands, each on what the ones before it left. */
function run(sequence: readonly PaymentCommand[]): Moment[] {
  let state = paymentStream.initial;
  return sequence.map((step) => {
    const before = state;
    const decision = decide(step, before);
    const events = isRefusal(decision) ? [] : decision;
    state = events.reduce(paymentStream.evolve, before);
    return { step, before, decision, events, after: state };
  });
}

const holdsForAll = (law: (moments: readonly Moment[]) => void) =>
  fc.assert(
    fc.property(steps, (sequence) => law(run(sequence))),
    { numRuns: 2000 },
  );

describe('any sequence of commands to a payment', () => {
  it('reaches every status that there is, or these laws would say nothing', () => {
    const reached = new Set<string>();
    holdsForAll((moments) => moments.forEach(({ after }) => reached.add(statusOf(after))));
    expect([...reached].sort()).toEqual([...PAYMENT_STATUSES, 'none'].sort());
  });

  it('adds nothing after an end', () => {
    holdsForAll((moments) => {
      for (const { after, before, events } of moments) {
        if (before.is === 'known' && isEndedPayment(before)) {
          // Only an occurrence in flight is completed, and the order keeps its status.
          expect(events.filter(({ type }) => type !== 'OccurrenceProgressed')).toEqual([]);
          expect(statusOf(after)).toBe(before.status);
        }
        const parts = before.is === 'known' ? partsOf(before) : [];
        if (parts.length > 0 && parts.every(isEndedPayment)) expect(events).toEqual([]);
      }
    });
  });

  it('leaves a bulk with the status that is the fold of its sub-payments', () => {
    const folded = new Set<string>();
    holdsForAll((moments) => {
      for (const { after } of moments) {
        const parts = after.is === 'known' ? partsOf(after) : [];
        if (parts.length === 0) continue;
        folded.add(statusOf(after));
        expect(statusOf(after)).toBe(bulkStatusOf(parts));
      }
    });
    expect([...folded].sort()).toEqual([...PAYMENT_STATUSES].sort());
  });

  it('never changes a sub-payment that has ended', () => {
    holdsForAll((moments) => {
      for (const { before, after } of moments) {
        if (before.is === 'none' || after.is === 'none') continue;
        partsOf(before).forEach((one, n) => {
          if (isEndedPayment(one)) expect(partsOf(after)[n]).toMatchObject({ status: one.status });
        });
      }
    });
  });

  it('lets either a run or a cancellation win, never both', () => {
    const won = new Set<string>();
    holdsForAll((moments) => {
      const events = moments.flatMap((moment) => moment.events);
      const isWhole = (event: PaymentEvent) =>
        event.type === 'PaymentClaimed' && event.data.occurrence === undefined;
      const winners = events.filter((event) => isWhole(event) || event.type === 'PaymentCancelled');
      winners.forEach(({ type }) => won.add(type));
      expect(winners.length).toBeLessThanOrEqual(1);
    });
    expect([...won].sort()).toEqual(['PaymentCancelled', 'PaymentClaimed']);
  });

  it('takes each occurrence once, and none after a cancellation', () => {
    const claims = new Set<number>();
    holdsForAll((moments) => {
      const events = moments.flatMap((moment) => moment.events);
      const taken = events.flatMap((event) =>
        event.type === 'PaymentClaimed' ? (event.data.occurrence ?? []) : [],
      );
      claims.add(taken.length);
      expect(taken).toEqual([...new Set(taken)].sort());
      const end = events.findIndex(({ type }) => type === 'PaymentCancelled');
      const later = end < 0 ? [] : events.slice(end).map(({ type }) => type);
      expect(later).not.toContain('PaymentClaimed');
    });
    expect(Math.max(...claims)).toBe(occurrenceDates.length);
  });

  it('never changes an occurrence that has ended, and ends the order as ACSC with the last one', () => {
    const ends = new Set<string>();
    holdsForAll((moments) => {
      for (const { before, after } of moments) {
        if (before.is === 'none' || after.is === 'none') continue;
        const now = after.occurrences ?? [];
        before.occurrences?.forEach((one, n) => {
          if (isEndedPayment(one)) expect(now[n]).toEqual(one);
        });
        const isLast = now.at(-1)?.date === occurrenceDates.at(-1);
        const isOver = isLast && now.every(isEndedPayment);
        if (now.length > 0) ends.add(after.status);
        if (isOver) expect(['ACSC', 'CANC', 'RJCT']).toContain(after.status);
        else if (now.length > 0) expect(['ACTC', 'CANC', 'RJCT']).toContain(after.status);
      }
    });
    expect([...ends].sort()).toEqual(['ACSC', 'ACTC', 'CANC', 'RJCT']);
  });

  it('never changes amount and payee after the first approval', () => {
    holdsForAll((moments) => {
      const approved = moments.flatMap(({ after }) =>
        after.is === 'known' && (after.signedBy ?? after.authorisedBy) !== undefined ? [after] : [],
      );
      for (const { instruction } of approved) {
        expect(instruction).toEqual(approved[0]?.instruction);
      }
    });
  });

  it('takes two signatures from two people', () => {
    holdsForAll((moments) => {
      for (const { step, before, events } of moments) {
        const isApproval = step.type === 'AuthorisePayment' || step.type === 'SignPayment';
        if (!isApproval || events.length === 0) continue;
        const first = before.is === 'known' ? before.signedBy : undefined;
        if (first === undefined) continue;
        expect(step.data.customerId).not.toBe(first.customerId);
        expect(step.data.corporateId).toBe(first.corporateId);
      }
    });
  });

  it('never goes on by one signature alone', () => {
    holdsForAll((moments) => {
      for (const { step, before, events } of moments) {
        if (step.type !== 'SignPayment' || events.length === 0) continue;
        const isFirst = before.is === 'known' && before.signedBy === undefined;
        expect(events[0]?.type).toBe(isFirst ? 'PaymentSigned' : 'PaymentAuthorised');
      }
    });
  });

  it('authorises only what the PSU was shown', () => {
    holdsForAll((moments) => {
      for (const { step, events, after } of moments) {
        const approves = step.type === 'AuthorisePayment' || step.type === 'SignPayment';
        if (!approves || events.length === 0) continue;
        expect(after.is === 'known' && instructionHash(after.instruction)).toBe(step.data.hash);
      }
    });
  });

  it('has a receipt after every command that is not refused, so the payment exists', () => {
    holdsForAll((moments) => {
      for (const { step, decision, after } of moments) {
        const { receipt } = deciders[step.type];
        if (!isRefusal(decision)) expect(receipt(after as never, step as never)).toBeDefined();
      }
    });
  });

  it('decides nothing when a command comes twice', () => {
    holdsForAll((moments) => {
      for (const { step, decision, after } of moments) {
        const again = decide(step, after);
        expect(again).toEqual(isRefusal(decision) ? decision : []);
      }
    });
  });

  it('decides nothing when a command comes back after others', () => {
    holdsForAll((moments) => {
      const last = moments.at(-1)?.after ?? paymentStream.initial;
      for (const { step, events } of moments) {
        if (events.length > 0) expect(decide(step, last)).toEqual([]);
      }
    });
  });

  it('decides at most one event, and only where it may follow', () => {
    holdsForAll((moments) => {
      for (const { before, events } of moments) {
        expect(events.length).toBeLessThanOrEqual(1);
        for (const event of events) expect(follows(event, before)).toBe(true);
      }
    });
  });

  it('lives through JSON: a state from its view decides the same', () => {
    fc.assert(
      fc.property(steps, command, (sequence, next) => {
        const state = run(sequence).at(-1)?.after ?? paymentStream.initial;
        expect(decide(next, JSON.parse(JSON.stringify(state)) as Payment)).toEqual(
          decide(next, state),
        );
      }),
    );
  });
});
