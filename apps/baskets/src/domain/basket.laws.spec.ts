import fc from 'fast-check';
import type { BasketEvent } from '@nordgate/contracts/events';
import { fold, isRefusal } from '@nordgate/decider';
import type { Decision, Facts } from '@nordgate/decider';
import { approveBasket } from '../approve-basket/approve-basket.js';
import type { ApproveBasket } from '../approve-basket/approve-basket.js';
import { basketsDeciders } from '../baskets.deciders.js';
import { createBasket } from '../create-basket/create-basket.js';
import type { CreateBasket } from '../create-basket/create-basket.js';
import { freezeBasket } from '../freeze-basket/freeze-basket.js';
import type { FreezeBasket } from '../freeze-basket/freeze-basket.js';
import { rejectBasket } from '../reject-basket/reject-basket.js';
import type { RejectBasket } from '../reject-basket/reject-basket.js';
import { signBasket } from '../sign-basket/sign-basket.js';
import type { SignBasket } from '../sign-basket/sign-basket.js';
import { aBasket, approvalOf, memberOf } from '../testing/a-basket.js';
import { toApprove, toCreate, toFreeze, toReject, toSign } from '../testing/basket-commands.js';
import { basketStream } from './basket.js';
import type { Basket } from './basket.js';

type BasketCommand = CreateBasket | FreezeBasket | SignBasket | ApproveBasket | RejectBasket;
/** The TPP takes it back: an event that no command of this app causes yet. */
type Step = BasketCommand | { readonly type: 'TakenBack' };
type Situation =
  'none' | 'open' | 'frozen' | 'signed' | 'approved' | 'rejected' | 'deleted' | 'refused';

const by = fc.constantFrom('authorisation-1', 'authorisation-2');
const ids = fc.subarray(['1', '2', '3', '4']);
const fingerprint = fc.constantFrom('one', 'other');
const members = fc.subarray(['1', '2', '3'], { minLength: 1 }).map((all) => all.map(memberOf));

const approval = fc.record({
  by,
  customerId: fc.constantFrom('customer-1', 'customer-2'),
  corporateId: fc.constantFrom('agreement-1', 'agreement-2'),
  approved: ids.map((some) => some.map(approvalOf)),
  declined: ids,
});

const command: fc.Arbitrary<BasketCommand> = fc.oneof(
  { arbitrary: fc.record({ fingerprint, members }).map((data) => toCreate(data)), weight: 3 },
  by.map(toFreeze),
  approval.map(toApprove),
  { arbitrary: approval.map(toSign), weight: 2 },
  by.map(toReject),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: command, weight: 9 },
  fc.constant({ type: 'TakenBack' as const }),
);
const steps = fc.array(step, { maxLength: 12 });
/** Payment 3 is another basket's in every second world. */
const worlds: fc.Arbitrary<Facts> = fc.boolean().map((taken) => ({
  holderOf: ({ key }) => (taken && key === '3' ? 'basket-that-was-faster' : undefined),
}));

const takenBack = aBasket().deleted().at(-1) as BasketEvent;

function decide(step: Step, basket: Basket, facts: Facts): Decision<BasketEvent> {
  switch (step.type) {
    case 'CreateBasket':
      return createBasket(step, basket, facts);
    case 'FreezeBasket':
      return freezeBasket(step, basket);
    case 'SignBasket':
      return signBasket(step, basket);
    case 'ApproveBasket':
      return approveBasket(step, basket);
    case 'RejectBasket':
      return rejectBasket(step, basket);
    case 'TakenBack':
      return follows(takenBack, basket) ? [takenBack] : [];
  }
}

/** Where an event may come; `none` is before the first. */
const mayFollow: { readonly [Type in BasketEvent['type']]: readonly Situation[] } = {
  BasketCreated: ['none'],
  BasketRefused: ['none'],
  BasketFrozen: ['open'],
  BasketSigned: ['open', 'frozen'],
  BasketApproved: ['open', 'frozen', 'signed'],
  BasketRejected: ['open', 'frozen', 'signed'],
  BasketDeleted: ['open'],
};
const situationOf = (basket: Basket): Situation => {
  if (basket.is !== 'open') return basket.is;
  if (basket.signedBy !== undefined) return 'signed';
  return basket.frozenBy === undefined ? 'open' : 'frozen';
};
const follows = ({ type }: BasketEvent, basket: Basket) =>
  mayFollow[type].includes(situationOf(basket));

interface Moment {
  readonly step: Step;
  readonly facts: Facts;
  readonly before: Basket;
  readonly decision: Decision<BasketEvent>;
  readonly events: readonly BasketEvent[];
  readonly after: Basket;
}

/** Runs a sequence of commands, each on what the ones before it left. */
function run(sequence: readonly Step[], facts: Facts): Moment[] {
  let state = basketStream.initial;
  return sequence.map((step) => {
    const before = state;
    const decision = decide(step, before, facts);
    const events = isRefusal(decision) ? [] : decision;
    state = events.reduce(basketStream.evolve, before);
    return { step, facts, before, decision, events, after: state };
  });
}

const holdsForAll = (law: (moments: readonly Moment[]) => void) =>
  fc.assert(
    fc.property(steps, worlds, (sequence, facts) => law(run(sequence, facts))),
    { numRuns: 2000 },
  );

describe('any sequence of commands to a basket', () => {
  it('reaches every situation that there is, or these laws would say nothing', () => {
    const reached = new Set<Situation>();
    holdsForAll((moments) => moments.forEach(({ after }) => reached.add(situationOf(after))));
    const ends = ['approved', 'rejected', 'deleted', 'refused'];
    expect([...reached].sort()).toEqual(['none', 'open', 'frozen', 'signed', ...ends].sort());
  });

  it('adds nothing once the basket is settled', () => {
    const ends: readonly Situation[] = ['approved', 'rejected', 'deleted', 'refused'];
    holdsForAll((moments) => {
      for (const { before, events } of moments) {
        if (ends.includes(situationOf(before))) expect(events).toEqual([]);
      }
    });
  });

  it('never changes the members', () => {
    holdsForAll((moments) => {
      const made = moments.flatMap(({ after }) => ('members' in after ? [after.members] : []));
      for (const one of made) expect(one).toEqual(made[0]);
    });
  });

  it('never takes a member that another basket holds', () => {
    holdsForAll((moments) => {
      for (const { after, facts } of moments) {
        const claims = basketStream.claims?.(after) ?? [];
        expect(claims.filter((claim) => facts.holderOf(claim) !== undefined)).toEqual([]);
      }
    });
  });

  it('approves and declines members only', () => {
    holdsForAll((moments) => {
      for (const { before, events } of moments) {
        const [event] = events;
        const isApproval = event?.type === 'BasketApproved' || event?.type === 'BasketSigned';
        if (!isApproval || !('members' in before)) continue;
        const known = before.members.map(({ paymentId }) => paymentId);
        const { approved, declined } = event.data;
        const named = [...approved.map(({ paymentId }) => paymentId), ...declined];
        expect(known).toEqual(expect.arrayContaining(named));
      }
    });
  });

  it('takes two signatures from two people under one agreement', () => {
    holdsForAll((moments) => {
      for (const { before, events } of moments) {
        const [event] = events;
        if (event?.type !== 'BasketApproved' || before.is !== 'open') continue;
        expect(event.data.signers).toBe(before.signedBy === undefined ? undefined : 2);
        expect(event.data.customerId).not.toBe(before.signedBy?.customerId);
        if (before.signedBy === undefined) continue;
        expect(event.data.corporateId).toBe(before.signedBy.corporateId);
      }
    });
  });

  it('has a receipt after every command that is not refused, so the basket exists', () => {
    holdsForAll((moments) => {
      for (const { step, decision, after } of moments) {
        if (step.type === 'TakenBack' || isRefusal(decision)) continue;
        const receipt = basketsDeciders[step.type].receipt as (basket: Basket) => unknown;
        expect(receipt(after)).toBeDefined();
      }
    });
  });

  it('decides nothing when a command comes twice', () => {
    holdsForAll((moments) => {
      for (const { step, facts, decision, after } of moments) {
        expect(decide(step, after, facts)).toEqual(isRefusal(decision) ? decision : []);
      }
    });
  });

  it('adds nothing when a command comes back after others', () => {
    holdsForAll((moments) => {
      const last = moments.at(-1)?.after ?? basketStream.initial;
      for (const { step, facts, events } of moments) {
        if (events.length === 0) continue;
        const again = decide(step, last, facts);
        expect(isRefusal(again) ? [] : again).toEqual([]);
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
});

describe('every event of a basket', () => {
  const { created, refused, frozen, signed, approved, rejected, deleted } = aBasket();
  const reached: Partial<Record<Situation, readonly BasketEvent[]>> = {
    none: [],
    open: created(),
    frozen: frozen(),
    signed: signed(),
  };
  const newest = (history: readonly BasketEvent[]) => history.at(-1) as BasketEvent;
  const leadsTo: {
    readonly [Type in BasketEvent['type']]: readonly [BasketEvent, Situation];
  } = {
    BasketCreated: [newest(created()), 'open'],
    BasketRefused: [newest(refused()), 'refused'],
    BasketFrozen: [newest(frozen()), 'frozen'],
    BasketSigned: [newest(signed()), 'signed'],
    BasketApproved: [newest(approved()), 'approved'],
    BasketRejected: [newest(rejected()), 'rejected'],
    BasketDeleted: [newest(deleted()), 'deleted'],
  };
  const types = Object.keys(mayFollow) as BasketEvent['type'][];
  const cases = types.flatMap((type) => mayFollow[type].map((after) => [type, after] as const));

  it.each(cases)('%s folds after %s', (type, after) => {
    const [event, situation] = leadsTo[type];
    const state = fold(basketStream, [...(reached[after] ?? []), event]);
    expect(situationOf(state)).toBe(situation);
    expect(state).toMatchObject({ fingerprint: 'fingerprint-of-the-request' });
  });

  it.each(types.filter((type) => !mayFollow[type].includes('none')))(
    '%s stops the fold of a basket that was never made',
    (type) => {
      const [event] = leadsTo[type];
      expect(() => fold(basketStream, [event])).toThrow('that is none cannot change');
      expect(() => fold(basketStream, [...refused(), event])).toThrow('is refused cannot change');
    },
  );

  it('stops the fold when it comes from a newer release', () => {
    const unknown = { type: 'BasketThawed', data: {} } as unknown as BasketEvent;
    expect(() => fold(basketStream, [...created(), unknown])).toThrow('unreachable');
  });
});
