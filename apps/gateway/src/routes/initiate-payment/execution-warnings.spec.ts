import type { PaymentInstruction } from '@nordgate/contracts/events';
import { executionWarnings } from './instruction-faults.js';

const late = '2026-11-20T13:00:00Z';
const saturday = '2026-11-21T08:00:00Z';
const batch = { product: { execution: 'batch' }, cutOff: '14:00' } as const;
const standing = { frequency: 'Monthly', startDate: '2026-11-21' };

function warned(
  acceptedAt: string,
  instruction: object,
  product: Parameters<typeof executionWarnings>[0] = batch,
) {
  return executionWarnings(product, instruction as unknown as PaymentInstruction, acceptedAt);
}

describe('a payment that is executed on another day than was asked for', () => {
  it.each([
    ['for any day', {}],
    ['for today', { requestedExecutionDate: '2026-11-20' }],
    ['of a bulk', { payments: [] }],
    ['periodically from today', { ...standing, startDate: '2026-11-20' }],
  ])('after the cut-off, %s, has a warning with the day of its execution', (_what, instruction) => {
    expect(warned(late, instruction)).toEqual([
      {
        code: 'EXECUTION_DATE_INVALID',
        rule: 'date.afterCutOff',
        path: '/requestedExecutionDate',
        params: { cutOff: '14:00', date: '2026-11-23' },
      },
    ]);
  });

  it.each([
    ['that comes on it', saturday, {}],
    ['for it', late, { requestedExecutionDate: '2026-11-21' }],
    ['of a bulk for it', late, { payments: [], requestedExecutionDate: '2026-11-21' }],
    ['periodically from it', late, standing],
  ])('because banks are closed, %s, has a warning with both days', (_what, at, instruction) => {
    const faults = [
      {
        code: 'EXECUTION_DATE_INVALID',
        rule: 'date.closed',
        path: '/requestedExecutionDate',
        params: { day: '2026-11-21', date: '2026-11-23' },
      },
    ];
    expect(warned(at, instruction)).toEqual(faults);
    expect(warned(at, instruction, { product: batch.product })).toEqual(faults);
  });

  it.each([
    ['in time', '2026-11-20T12:59:59Z', {}],
    ['for a later day', late, { requestedExecutionDate: '2026-11-24' }],
    ['periodically from a later day', late, { ...standing, startDate: '2026-11-24' }],
  ])('has no warning %s', (_what, at, instruction) => {
    expect(warned(at, instruction)).toEqual([]);
  });

  it('has no warning without a cut-off in the profile, and none of an instant product', () => {
    expect(warned(late, {}, { product: batch.product })).toEqual([]);
    const instant = { product: { execution: 'instant' }, cutOff: '14:00' } as const;
    expect(warned(saturday, {}, instant)).toEqual([]);
  });
});
