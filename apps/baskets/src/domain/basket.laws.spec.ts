import fc from 'fast-check';
import type { BasketCommands } from '@nordgate/contracts/commands';
import type { BasketEvent } from '@nordgate/contracts/events';
import { fold, isRefusal } from '@nordgate/decider';
import type { CommandOf, Decision, Facts } from '@nordgate/decider';
import { decideBy, writtenBy } from '@nordgate/decider/testing';
import { basketsDeciders } from '../baskets.deciders.js';
import { aBasket, approvalOf, memberOf } from '../testing/a-basket.js';
import {
  basketSamples,
  toApprove,
  toCreate,
  toDelete,
  toFreeze,
  toReject,
  toSign,
  transitions,
} from '../testing/basket-commands.js';
import type { Situation } from '../testing/basket-commands.js';
import { basketStream } from './basket.js';
import type { Basket } from './basket.js';

type Step = CommandOf<BasketCommands>;

const decide = decideBy(basketsDeciders, basketStream);

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

/** Variants of the commands. A command that is not here comes as its samples. */
const variants: { readonly [Type in Step['type']]?: fc.WeightedArbitrary<Step> } = {
  CreateBasket: {
    arbitrary: fc.record({ fingerprint, members }).map((data) => toCreate(data)),
    weight: 3,
  },
  FreezeBasket: { arbitrary: by.map((one) => toFreeze(one)), weight: 1 },
  ApproveBasket: { arbitrary: approval.map(toApprove), weight: 1 },
  SignBasket: { arbitrary: approval.map(toSign), weight: 2 },
  RejectBasket: { arbitrary: by.map((one) => toReject(one)), weight: 1 },
  DeleteBasket: {
    arbitrary: fc.constantFrom('request-1', 'request-2').map((request) => toDelete(request)),
    weight: 1,
  },
};
const step: fc.Arbitrary<Step> = fc.oneof(
  ...Object.values(basketSamples).map((samples) => {
    const commands = samples.map((sample): Step => sample.command);
    return variants[samples[0].command.type] ?? fc.constantFrom(...commands);
  }),
);
const steps = fc.array(step, { maxLength: 12 });
/** Payment 3 is another basket's in every second world. */
const worlds: fc.Arbitrary<Facts> = fc.boolean().map((taken) => ({
  holderOf: ({ key }) => (taken && key === '3' ? 'basket-that-was-faster' : undefined),
}));

const situationOf = (basket: Basket): Situation => {
  if (basket.is !== 'open') return basket.is;
  if (basket.signedBy !== undefined) return 'signed';
  return basket.frozenBy === undefined ? 'open' : 'frozen';
};
const follows = ({ type }: BasketEvent, basket: Basket) =>
  transitions[type].after.includes(situationOf(basket));

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
        const { receipt } = basketsDeciders[step.type];
        if (!isRefusal(decision)) expect(receipt(after as never, step as never)).toBeDefined();
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
  const { created, refused, frozen, signed } = aBasket();
  const reached: Partial<Record<Situation, readonly BasketEvent[]>> = {
    none: [],
    open: created(),
    frozen: frozen(),
    signed: signed(),
  };
  const written = writtenBy(basketsDeciders, basketStream, basketSamples);
  const eventOf = (type: string) =>
    written.find(({ event }) => event.type === type)?.event as BasketEvent;
  const types = Object.keys(transitions) as BasketEvent['type'][];
  const cases = types.flatMap((type) =>
    transitions[type].after.map((after) => [type, after] as const),
  );

  it.each(cases)('%s folds after %s', (type, after) => {
    const state = fold(basketStream, [...(reached[after] ?? []), eventOf(type)]);
    expect(situationOf(state)).toBe(transitions[type].leadsTo);
    expect(state).toMatchObject({ fingerprint: 'fingerprint-of-the-request' });
  });

  it.each(types.filter((type) => !transitions[type].after.includes('none')))(
    '%s stops the fold of a basket that was never made',
    (type) => {
      const event = eventOf(type);
      expect(() => fold(basketStream, [event])).toThrow('that is none cannot change');
      expect(() => fold(basketStream, [...refused(), event])).toThrow('is refused cannot change');
    },
  );

  it('stops the fold when it comes from a newer release', () => {
    const unknown = { type: 'BasketThawed', data: {} } as unknown as BasketEvent;
    expect(() => fold(basketStream, [...created(), unknown])).toThrow('unreachable');
  });
});
