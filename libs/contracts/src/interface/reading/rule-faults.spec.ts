import { formatFault } from './fault.js';
import { ruleFaults } from './rule-faults.js';
import type { BodyContext, BodyRule, Partly } from './rule.js';

interface Order {
  readonly from: { readonly iban: string; readonly name: string };
  readonly to: readonly { readonly iban: string }[];
}

const context = {} as BodyContext;
const refused = (...at: (string | number)[]) => formatFault(at, 'type.string');

/** What a rule sees of an order, after the values with faults are removed. */
function seenWith(...faults: ReturnType<typeof refused>[]): Partly<Order> {
  const order = { from: { iban: 1, name: 'Kari' }, to: [{ iban: 'A' }, { iban: 2 }] };
  let seen: Partly<Order> | undefined;
  const rule: BodyRule<Order> = (body) => {
    seen = body;
    return [];
  };
  ruleFaults(rule, order, faults, context);
  return seen!;
}

describe('a rule on a body with schema faults', () => {
  it('sees neither an invalid member nor the invalid member of an element', () => {
    expect(seenWith(refused('from', 'iban'), refused('to', 1, 'iban'))).toEqual({
      from: { iban: undefined, name: 'Kari' },
      to: [{ iban: 'A' }, { iban: undefined }],
    });
  });

  it('gets no member that the body does not have', () => {
    const seen = seenWith(refused('from', 'other'), refused('other', 'iban'), refused());
    expect(Object.keys(seen)).toEqual(['from', 'to']);
    expect(Object.keys(seen.from ?? {})).toEqual(['iban', 'name']);
  });

  const faultsWith = (found: ReturnType<typeof refused>, ...faults: ReturnType<typeof refused>[]) =>
    ruleFaults<Order>(() => [found], {}, faults, context).length;
  const derived = { ...refused('from'), derivedFrom: ['iban', 'name'] };
  const hidden = { ...refused('from', 'name'), hiddenBy: [['to', 1]] };

  it.each([
    ['at another place', refused('from', 'name'), refused('from', 'iban')],
    ['at a place below', refused('from'), refused('from', 'iban')],
    ['at a place from which it is not derived', derived, refused('from', 'other')],
    ['at a member of the same name elsewhere', derived, refused('to', 'iban')],
    ['beside the place that hides it', hidden, refused('to', 0)],
    ['at the same step of another list', hidden, refused('from', 1)],
  ])('reports a fault when there is a schema fault %s', (_where, found, fault) => {
    expect(faultsWith(found, fault)).toBe(1);
  });

  it.each([
    ['at its place', refused('from', 'name'), refused('from', 'name')],
    ['at the object around its place', refused('from', 'name'), refused('from')],
    ['at the whole body', refused('from', 'name'), refused()],
    ['at a member from which it is derived', derived, refused('from', 'name')],
    ['at a place that hides it', hidden, refused('to', 1)],
    ['below a place that hides it', hidden, refused('to', 1, 'iban')],
  ])('does not report a fault when there is a schema fault %s', (_where, found, fault) => {
    expect(faultsWith(found, fault)).toBe(0);
    expect(faultsWith(found, refused('another'), fault)).toBe(0);
  });
});
