import type { PaymentInstruction, PaymentService } from '@nordgate/contracts/events';
import { cutOffWarnings } from './payment-created.js';

const early = '2026-11-20T12:59:59Z';
const late = '2026-11-20T13:00:00Z';
const saturday = '2026-11-21T08:00:00Z';

function warned(
  acceptedAt: string,
  requestedExecutionDate?: string,
  service: PaymentService = 'payments',
) {
  const instruction = { requestedExecutionDate } as unknown as PaymentInstruction;
  return cutOffWarnings({ service, cutOff: '14:00' }, instruction, acceptedAt);
}

describe('a payment that comes after the cut-off', () => {
  it.each([
    ['for any day', undefined],
    ['for today', '2026-11-20'],
  ])('%s has a warning with the day on which it counts as received', (_what, date) => {
    expect(warned(late, date)).toEqual([
      {
        code: 'EXECUTION_DATE_INVALID',
        rule: 'date.afterCutOff',
        path: '/requestedExecutionDate',
        params: { cutOff: '14:00', date: '2026-11-23' },
      },
    ]);
  });

  it('or on a day without clearing has the same warning', () => {
    expect(warned(saturday)[0]?.params).toMatchObject({ date: '2026-11-23' });
    expect(warned(saturday, undefined, 'bulk-payments')).toHaveLength(1);
  });

  it.each([
    ['in time', early, undefined, 'payments'],
    ['for a later day', late, '2026-11-24', 'payments'],
    ['periodically', late, undefined, 'periodic-payments'],
  ] as const)('%s has no warning', (_what, at, date, service) => {
    expect(warned(at, date, service)).toEqual([]);
  });

  it('has no warning without a cut-off in the profile', () => {
    const instruction = {} as unknown as PaymentInstruction;
    expect(cutOffWarnings({ service: 'payments' }, instruction, late)).toEqual([]);
  });
});
