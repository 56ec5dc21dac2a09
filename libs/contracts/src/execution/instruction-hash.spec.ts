import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { BulkPlace } from './execution-events.v1.js';
import type { PaymentInstruction } from '../base/values/payment-instruction.v2.js';
import { bulkPlacesOf, carriedHash, instructionHash, isHashOf } from './instruction-hash.js';

const debtorAccount = { bban: '99991200017', currency: 'NOK' } as const;
const credit = (amount: string) => ({
  instructedAmount: { amount, currency: 'NOK' as const },
  creditorName: 'Sandbox Bedrift Én AS',
  creditorAccount: { bban: '99996000016', currency: 'NOK' as const },
});
const single: PaymentInstruction = { ...credit('10.00'), debtorAccount };
const bulkOf = (count: number) => ({
  debtorAccount,
  requestedExecutionDate: '2030-03-01',
  payments: Array.from({ length: count }, (_, at) => credit(`${String(at + 1)}.00`)),
});

const sha256 = (...parts: readonly Uint8Array[]) =>
  createHash('sha256').update(Buffer.concat(parts)).digest();
const flatHash = (value: object) => sha256(Buffer.from(canonicalize(value)!)).toString('base64url');
const bytes = (text: string) => Buffer.from(text, 'base64url');

/** The hash as a core recomputes it: from one sub-payment, without the others. */
function recomputed({ head, count, path = [] }: BulkPlace, part: number, instruction: object) {
  let node = sha256(Buffer.of(0), Buffer.from(canonicalize({ part, instruction })!));
  for (const step of path) {
    node =
      'left' in step
        ? sha256(Buffer.of(1), bytes(step.left), node)
        : sha256(Buffer.of(1), node, bytes(step.right));
  }
  return flatHash({ ...head, payments: { count, root: node.toString('base64url') } });
}

describe('the hash of an instruction', () => {
  it('is SHA-256 over the canonical JSON of a payment to one creditor', () => {
    expect(instructionHash(single)).toBe(flatHash(single));
    expect(isHashOf(flatHash(single), single)).toBe(true);
  });

  it.each([1, 2, 3, 4, 5, 7, 8, 9, 31, 500])(
    'is recomputed from each sub-payment of a bulk of %i alone',
    (count) => {
      const bulk = bulkOf(count);
      const hash = instructionHash(bulk);
      for (const part of new Set([0, 1, 2, count >> 1, count - 1])) {
        const instruction = bulk.payments[part];
        if (instruction === undefined) continue;
        const place = bulkPlacesOf(bulk)(part);
        expect(recomputed(place, part, instruction)).toBe(hash);
        expect(carriedHash({ credits: [{ part, instruction }], bulk: place })).toBe(hash);
        expect(place.path!.length).toBeLessThanOrEqual(9);
      }
    },
  );

  it('is another one for another amount, another position, another head and another number', () => {
    const bulk = bulkOf(5);
    const hash = instructionHash(bulk);
    const place = bulkPlacesOf(bulk)(2);
    const [second, third] = [bulk.payments[1]!, bulk.payments[2]!];
    const others = [
      recomputed(place, 2, { ...third, creditorName: 'Another' }),
      recomputed(place, 3, third),
      recomputed(place, 1, second),
      recomputed({ ...place, count: 6 }, 2, third),
      recomputed({ ...place, head: { debtorAccount } }, 2, third),
    ];
    for (const other of others) expect(other).not.toBe(hash);
  });

  it('of a bulk that was approved before the tree still is one of the bulk, and of no other', () => {
    expect(isHashOf(flatHash(bulkOf(3)), bulkOf(3))).toBe(true);
    expect(isHashOf(flatHash(bulkOf(3)), bulkOf(4))).toBe(false);
    expect(isHashOf('', bulkOf(3))).toBe(false);
  });

  it('follows from a transfer with one credit, and from one with all credits of a bulk', () => {
    const bulk = bulkOf(3);
    const credits = bulk.payments.map((instruction, part) => ({ part, instruction }));
    const place = bulkPlacesOf(bulk)();
    expect(carriedHash({ credits: [{ instruction: single }] })).toBe(instructionHash(single));
    expect(carriedHash({ credits, bulk: place })).toBe(instructionHash(bulk));
    expect(carriedHash({ credits: credits.slice(1), bulk: place })).toBeUndefined();
    expect(carriedHash({ credits })).toBeUndefined();
    expect(carriedHash({ credits: [], bulk: place })).toBeUndefined();
  });

  it('needs no path where a transfer has all sub-payments', () => {
    expect(bulkPlacesOf(bulkOf(3))()).toEqual({
      head: { debtorAccount, requestedExecutionDate: '2030-03-01' },
      count: 3,
    });
    expect(() => bulkPlacesOf(bulkOf(3))(3)).toThrow('no leaf 3');
  });
});
