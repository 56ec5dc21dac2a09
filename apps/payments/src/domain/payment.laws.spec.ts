import fc from 'fast-check';
import type { PaymentEvent, PaymentInstruction, PaymentStatus } from '@nordgate/contracts';
import { fold, isRefusal } from '@nordgate/event-store';
import type { Decision } from '@nordgate/event-store';
import { authorisePayment } from '../authorise-payment/authorise-payment.js';
import type { AuthorisePayment } from '../authorise-payment/authorise-payment.js';
import { initiatePayment } from '../initiate-payment/initiate-payment.js';
import type { InitiatePayment } from '../initiate-payment/initiate-payment.js';
import { rejectPayment } from '../reject-payment/reject-payment.js';
import type { RejectPayment } from '../reject-payment/reject-payment.js';
import { aPayment, anInstruction } from '../testing/a-payment.js';
import { toAuthorise, toInitiate, toReject } from '../testing/payment-commands.js';
import { instructionHash } from './instruction-hash.js';
import { paymentStream } from './payment.js';
import type { Payment } from './payment.js';

type PaymentCommand = InitiatePayment | AuthorisePayment | RejectPayment;
/** The bank's other channels call a payment off: an event that no command of this app causes. */
type Step = PaymentCommand | { readonly type: 'CalledOff' };

const otherInstruction: PaymentInstruction = {
  ...anInstruction,
  instructedAmount: { amount: '99999.00', currency: 'NOK' },
  creditorName: 'Sandbox Bedrift To AS',
};
const instructions = fc.constantFrom(anInstruction, otherInstruction);
const by = fc.constantFrom('authorisation-1', 'authorisation-2', 'basket-1');
const hash = fc.oneof(instructions.map(instructionHash), fc.constant('made-up'));
const reason = fc.constantFrom('refused-by-psu' as const, 'account-not-debitable' as const);
const fingerprint = fc.constantFrom('one', 'other');

const command: fc.Arbitrary<PaymentCommand> = fc.oneof(
  fc.record({ fingerprint, instruction: instructions }).map(toInitiate),
  { arbitrary: fc.record({ by, hash }).map(toAuthorise), weight: 2 },
  fc.record({ by, reason }).map(toReject),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: command, weight: 7 },
  fc.constant({ type: 'CalledOff' as const }),
);
const steps = fc.array(step, { maxLength: 12 });

const calledOff = aPayment().cancelled().at(-1) as PaymentEvent;

function decide(step: Step, payment: Payment): Decision<PaymentEvent> {
  switch (step.type) {
    case 'InitiatePayment':
      return initiatePayment(step, payment);
    case 'AuthorisePayment':
      return authorisePayment(step, payment);
    case 'RejectPayment':
      return rejectPayment(step, payment);
    case 'CalledOff':
      return follows(calledOff, payment) ? [calledOff] : [];
  }
}

/** After which statuses an event may come; `none` is before the first. */
const mayFollow: {
  readonly [Type in PaymentEvent['type']]: readonly (PaymentStatus | 'none')[];
} = {
  PaymentInitiated: ['none'],
  PaymentAuthorised: ['RCVD'],
  PaymentRejected: ['RCVD'],
  PaymentCancelled: ['RCVD', 'ACTC'],
};
const statusOf = (payment: Payment) => (payment.is === 'none' ? payment.is : payment.status);
const follows = ({ type }: PaymentEvent, payment: Payment) =>
  mayFollow[type].includes(statusOf(payment));

interface Moment {
  readonly step: Step;
  readonly before: Payment;
  readonly decision: Decision<PaymentEvent>;
  readonly events: readonly PaymentEvent[];
  readonly after: Payment;
}

/** Runs a sequence of commands, each on what the ones before it left. */
function run(sequence: readonly Step[]): Moment[] {
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
    expect([...reached].sort()).toEqual(['ACTC', 'CANC', 'RCVD', 'RJCT', 'none'].sort());
  });

  it('adds nothing after an end', () => {
    holdsForAll((moments) => {
      for (const { before, events } of moments) {
        if (['RJCT', 'CANC'].includes(statusOf(before))) expect(events).toEqual([]);
      }
    });
  });

  it('never changes amount and payee', () => {
    holdsForAll((moments) => {
      const known = moments.flatMap(({ after }) => (after.is === 'known' ? [after] : []));
      for (const { instruction } of known) expect(instruction).toEqual(known[0]?.instruction);
    });
  });

  it('authorises only what the PSU was shown', () => {
    holdsForAll((moments) => {
      for (const { step, events, after } of moments) {
        if (step.type !== 'AuthorisePayment' || events.length === 0) continue;
        expect(after.is === 'known' && instructionHash(after.instruction)).toBe(step.data.hash);
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

describe('every event of a payment', () => {
  const { initiated, authorised, rejected, cancelled } = aPayment();
  const reached = { none: [], RCVD: initiated(), ACTC: authorised() };
  const eventOf: { readonly [Type in PaymentEvent['type']]: PaymentEvent | undefined } = {
    PaymentInitiated: initiated()[0],
    PaymentAuthorised: authorised()[1],
    PaymentRejected: rejected()[1],
    PaymentCancelled: cancelled()[1],
  };
  const statusAfter = {
    PaymentInitiated: 'RCVD',
    PaymentAuthorised: 'ACTC',
    PaymentRejected: 'RJCT',
    PaymentCancelled: 'CANC',
  };
  const cases = (Object.keys(mayFollow) as PaymentEvent['type'][]).flatMap((type) =>
    mayFollow[type].map((status) => [type, status] as const),
  );

  it.each(cases)('%s folds after %s', (type, status) => {
    const history = reached[status as keyof typeof reached];
    const state = fold(paymentStream, [...history, eventOf[type] as PaymentEvent]);
    expect(state).toMatchObject({
      is: 'known',
      status: statusAfter[type],
      instruction: anInstruction,
      fingerprint: 'fingerprint-of-the-request',
    });
  });

  it.each(['PaymentAuthorised', 'PaymentRejected', 'PaymentCancelled'] as const)(
    '%s stops the fold when nothing was initiated',
    (type) => {
      const orphan = [eventOf[type] as PaymentEvent];
      expect(() => fold(paymentStream, orphan)).toThrow('before PaymentInitiated');
    },
  );

  it('stops the fold when it comes from a newer release', () => {
    const unknown = { type: 'PaymentFrozen', data: {} } as unknown as PaymentEvent;
    expect(() => fold(paymentStream, [...initiated(), unknown])).toThrow('unreachable');
  });
});
