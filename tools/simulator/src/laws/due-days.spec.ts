import type { ServiceEvidence, StoredFact } from '@nordgate/chaos/evidence';
import { dueDays } from './due-days.js';

const stream = 'payment-1';
const initiated = (instruction: object) => ['PaymentInitiated', { instruction }] as const;
const dated = initiated({ requestedExecutionDate: '2026-03-03' });
/** Tuesday on; the first weekend is that of 7 March. */
const standing = initiated({ frequency: 'Daily', startDate: '2026-03-03' });
const authorised = ['PaymentAuthorised', {}] as const;
const claimed = ['PaymentClaimed', { status: 'ACCP' }] as const;
const rejected = ['PaymentRejected', {}] as const;

const transfer = (day: string, occurrence?: string) =>
  ['TransferInstructed', { paymentId: '1', day, occurrence, at: `${day}T09:00:00.000Z` }] as const;

function faultsOf(
  payments: readonly (readonly [string, object])[],
  transfers: readonly (readonly [string, object])[],
  today = '2026-03-04',
): readonly string[] {
  const seen = (all: readonly (readonly [string, object])[], of: string) => {
    const events = all.map(([type, data], at): StoredFact => {
      return { stream: of, version: at + 1, type, data, id: `${of}@${String(at)}` };
    });
    return { events } as unknown as ServiceEvidence;
  };
  const services = { payments: seen(payments, stream), batch: seen(transfers, 'execution-1') };
  return dueDays({ services: services as never, today });
}

describe('the law of due days', () => {
  it('holds for a payment on its day, after it, and before it is due', () => {
    expect(faultsOf([dated, authorised, claimed], [transfer('2026-03-03')])).toEqual([]);
    expect(faultsOf([dated, authorised, claimed], [transfer('2026-03-04')])).toEqual([]);
    expect(faultsOf([dated, authorised], [], '2026-03-02')).toEqual([]);
    expect(faultsOf([dated], [])).toEqual([]);
  });

  it('is broken by a payment that is executed before its day, or forgotten on it', () => {
    expect(faultsOf([dated, authorised, claimed], [transfer('2026-03-02')])).toHaveLength(1);
    expect(faultsOf([dated, authorised], [], '2026-03-03')).toHaveLength(1);
  });

  it('holds for a standing order on each of its days', () => {
    const both = [transfer('2026-03-03', '2026-03-03'), transfer('2026-03-04', '2026-03-04')];
    expect(faultsOf([standing, authorised], both)).toEqual([]);
    expect(faultsOf([standing, authorised, rejected], both.slice(0, 1))).toEqual([]);
    expect(faultsOf([standing], [])).toEqual([]);
  });

  it.each([
    ['a day is left out', [transfer('2026-03-04', '2026-03-04')]],
    ['nothing is executed', []],
    [
      'a day is executed twice',
      ['2026-03-03', '2026-03-03', '2026-03-04'].map((day) => transfer(day, day)),
    ],
    [
      'a day is executed before',
      [transfer('2026-03-03', '2026-03-03'), transfer('2026-03-03', '2026-03-04')],
    ],
  ])('is broken by a standing order of which %s', (_what, transfers) => {
    expect(faultsOf([standing, authorised], transfers)).toHaveLength(1);
  });
});
