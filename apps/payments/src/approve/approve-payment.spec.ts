import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { paymentProducts } from '@nordgate/contracts/http';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import { instructionHash, isHashOf } from '@nordgate/contracts/rules';
import { anInstruction } from '../testing/a-payment.js';

type Fields = Readonly<Record<string, unknown>>;

interface Golden {
  readonly stored: { readonly data: { readonly instruction: unknown } };
}

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

/** The form whose hashes are stored: fields sorted by UTF-16 code units, undefined fields left out. */
function storedForm(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(storedForm).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${storedForm(field)}`);
  return `{${fields.join(',')}}`;
}

/** JSON knows one zero. */
const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const hashOf = (value: unknown) => instructionHash(value as PaymentInstruction);

describe('the hash of an instruction', () => {
  it('is SHA-256 in base64url', () => {
    expect(instructionHash(anInstruction)).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('of any JSON stays the one that stored approvals have', () => {
    // SHA-256 of {"a":{"c":true,"d":null},"b":[1,"x"]}
    const golden = 'WCFlvrncl9N6sS1lydX_eF56c2eYZp4F_8fONV6LMFQ';
    expect(hashOf({ b: [1, 'x'], a: { d: null, c: true } })).toBe(golden);
  });

  it.each([
    ['PaymentInitiated.v1', '6Yz1viHn0obx1itfUD0Ali3WDi-yBQ_k4RZrzWb0WFo'],
    ['PaymentChanged.v1', 'vGdvngR52VIb0_2kUTKTB01FdQlVmjXPNT5CFbcRtls'],
  ])('of the golden event %s stays the one that stored approvals have', (name, golden) => {
    const file = join(import.meta.dirname, '../testing/golden', `${name}.json`);
    const { stored: event } = JSON.parse(readFileSync(file, 'utf8')) as Golden;
    expect(hashOf(event.data.instruction)).toBe(golden);
  });

  it('of every example of a product stays the one that stored approvals have', () => {
    const examples = paymentProducts.flatMap(({ services }) =>
      Object.values(services).map(({ body }): object => body.example),
    );
    const ofBulk = 'Jy1WwHtUmkhHF8Yox0tzj-4PjNH1kQvKZD12abSacYQ';
    expect(examples.map(hashOf)).toEqual([
      'rySgzTEgSUmuxVDTso3HbgOl34LGi-JZW89h0GnwdYY',
      'ZKMywjqmRzIEDZ29hMApQqTdGkMbg2IFFHBSMHPLEac',
      ofBulk,
      '0VjY533sUKAKouuu4e6EyBTEjNhSP6Kpns9CdZt5Zms',
      'JMy_Lp_JOUmWRh_TUk1gd-Uu7yN_3R6g4PbA_70eu7Y',
      'K9jGV5x5D1AGo3qwrYozylQ5PZCaBmM_QLsHD0EcUYw',
    ]);
    const ofBulkBeforeItsTree = 'ij3Up9KGXXP1Yf_2HsoBhPbYHmGHwVUZkQGxJ8CJHbw';
    expect(isHashOf(ofBulkBeforeItsTree, examples[2] as PaymentInstruction)).toBe(true);
  });

  it('is taken over sorted fields without white space, as stored approvals are', () => {
    const fields = fc.dictionary(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.option(fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 }), { nil: undefined }),
    );
    fc.assert(
      fc.property(fc.oneof(instructions, fields), (value) => {
        expect(hashOf(value)).toBe(
          createHash('sha256').update(storedForm(value)).digest('base64url'),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('is not taken over a lone surrogate, which UTF-8 cannot carry', () => {
    expect(() => hashOf({ creditorName: 'a\ud800' })).toThrow('Lone surrogate');
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
        expect(hashOf({ a }) === hashOf({ a: b })).toBe(isDeepStrictEqual(stored(a), stored(b)));
      }),
    );
  });

  it('is not fooled by a text that looks like structure', () => {
    expect(hashOf({ a: '1","b":"2' })).not.toBe(hashOf({ a: '1', b: '2' }));
    expect(hashOf({ a: ['x,y'] })).not.toBe(hashOf({ a: ['x', 'y'] }));
    expect(hashOf({ a: '1' })).not.toBe(hashOf({ a: 1 }));
  });
});
