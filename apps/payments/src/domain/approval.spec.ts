import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import { anInstruction } from '../testing/a-payment.js';
import { instructionHash } from './approval.js';

type Fields = Readonly<Record<string, unknown>>;

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${String(length)}}$`));
const amounts = fc.record({
  amount: fc
    .tuple(fc.integer({ min: 1, max: 9_999_999 }), digits(2))
    .map((parts) => parts.join('.')),
  currency: fc.constantFrom('NOK', 'SEK', 'EUR'),
});
const accounts = fc.record(
  { bban: digits(11), iban: digits(15), currency: fc.constantFrom('NOK', 'EUR') },
  { requiredKeys: ['bban', 'currency'] },
);
const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });

const instructions: fc.Arbitrary<PaymentInstruction> = fc.record(
  {
    instructedAmount: amounts,
    creditorName: names,
    creditorAccount: accounts,
    debtorAccount: accounts,
    creditorAddress: fc.record({ townName: names, country: fc.constantFrom('NO', 'SE') }),
    remittanceInformationStructuredArray: fc.array(fc.record({ reference: names }), {
      maxLength: 3,
    }),
    requestedExecutionDate: fc.constantFrom('2030-03-15', '2030-03-16'),
  },
  { requiredKeys: ['instructedAmount', 'creditorName', 'creditorAccount', 'debtorAccount'] },
);

/** The same value with the fields of every object in another order. */
function shuffled(value: unknown, order: () => number): unknown {
  if (Array.isArray(value)) return value.map((one) => shuffled(one, order));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, field]) => ({ at: order(), pair: [name, shuffled(field, order)] as const }))
      .sort((a, b) => a.at - b.at)
      .map(({ pair }) => pair),
  );
}

/** JSON knows one zero. */
const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const hashOf = (value: unknown) => instructionHash(value as PaymentInstruction);

describe('the hash of an instruction', () => {
  it('is SHA-256 in base64url', () => {
    expect(instructionHash(anInstruction)).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('stays what it was: stored approvals carry it', () => {
    // SHA-256 of {"a":{"c":true,"d":null},"b":[1,"x"]}
    const golden = 'WCFlvrncl9N6sS1lydX_eF56c2eYZp4F_8fONV6LMFQ';
    expect(hashOf({ b: [1, 'x'], a: { d: null, c: true } })).toBe(golden);
  });

  it('does not depend on the order of fields', () => {
    const orders = fc.infiniteStream(fc.nat());
    fc.assert(
      fc.property(instructions, orders, (instruction, order) => {
        const other = shuffled(instruction, () => order.next().value as number);
        expect(hashOf(other)).toBe(instructionHash(instruction));
      }),
    );
  });

  it('does not depend on the way through JSON, where undefined fields get lost', () => {
    fc.assert(
      fc.property(instructions, (instruction) => {
        const spelt = { ...instruction, ultimateDebtor: undefined };
        expect(hashOf(JSON.parse(JSON.stringify(spelt)))).toBe(hashOf(spelt));
      }),
    );
  });

  it.each([
    ['amount', 'instructedAmount', amounts],
    ['payee', 'creditorName', names],
    ['account of the payee', 'creditorAccount', accounts],
    ['account of the payer', 'debtorAccount', accounts],
  ] as [string, string, fc.Arbitrary<unknown>][])('changes with the %s', (_, field, values) => {
    fc.assert(
      fc.property(instructions, values, (instruction, value) => {
        const before: Fields = { ...instruction };
        fc.pre(JSON.stringify(before[field]) !== JSON.stringify(value));
        expect(hashOf({ ...before, [field]: value })).not.toBe(hashOf(before));
      }),
    );
  });

  it('differs between any two values that differ', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(hashOf(a) === hashOf(b)).toBe(isDeepStrictEqual(stored(a), stored(b)));
      }),
    );
  });

  it('is not fooled by a text that looks like structure', () => {
    expect(hashOf({ a: '1","b":"2' })).not.toBe(hashOf({ a: '1', b: '2' }));
    expect(hashOf({ a: ['x,y'] })).not.toBe(hashOf({ a: ['x', 'y'] }));
    expect(hashOf({ a: '1' })).not.toBe(hashOf({ a: 1 }));
  });
});
