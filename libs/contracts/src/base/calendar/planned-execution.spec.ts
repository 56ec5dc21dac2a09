import {
  domesticBulk,
  domesticPeriodic,
  domesticSingle,
} from '../../interface/products/examples.js';
import { executionAfterApproval, plannedExecution } from './planned-execution.js';

/** Friday 20 November 2026, in winter time: an hour ahead of UTC. */
const [beforeCutOff, atCutOff] = ['2026-11-20T12:59:59Z', '2026-11-20T13:00:00Z'];
const [saturday, thursday] = ['2026-11-21T08:00:00Z', '2026-11-19T08:00:00Z'];
const cutOff = '14:00';
const { instructedAmount, creditorName, creditorAccount, debtorAccount } = domesticSingle;
const single = { instructedAmount, creditorName, creditorAccount, debtorAccount };
const bulk = { debtorAccount, payments: domesticBulk.payments };
const daily = { ...single, startDate: domesticPeriodic.startDate, frequency: 'Daily' } as const;

describe('the day on which a payment is planned', () => {
  it.each([
    ['in time', beforeCutOff, undefined, ['2026-11-20', '2026-11-20', false]],
    ['after the cut-off', atCutOff, undefined, ['2026-11-20', '2026-11-23', true]],
    ['for today, after the cut-off', atCutOff, '2026-11-20', ['2026-11-20', '2026-11-23', true]],
    ['on a Saturday', saturday, undefined, ['2026-11-21', '2026-11-23', false]],
    ['for a Saturday', thursday, '2026-11-21', ['2026-11-21', '2026-11-23', false]],
    ['for Christmas Day', thursday, '2026-12-25', ['2026-12-25', '2026-12-28', false]],
    ['for a later banking day', atCutOff, '2026-11-24', ['2026-11-24', '2026-11-24', false]],
  ])('is that of a single or bulk payment %s', (_what, acceptedAt, date, expected) => {
    for (const body of [single, bulk]) {
      const instruction = {
        ...body,
        ...(date === undefined ? {} : { requestedExecutionDate: date }),
      };
      const { wanted, day, isLate } = plannedExecution({ instruction, acceptedAt, cutOff });
      expect([wanted, day, isLate]).toEqual(expected);
    }
  });

  it.each<[string, object, string, readonly unknown[]]>([
    ['that starts on a banking day', { startDate: '2026-11-24' }, thursday, ['2026-11-24', false]],
    ['that starts on a Saturday', { startDate: '2026-11-21' }, thursday, ['2026-11-23', false]],
    [
      'that moves to the banking day before',
      {
        startDate: '2026-11-18',
        dayOfExecution: '21',
        frequency: 'Monthly',
        executionRule: 'preceeding',
      },
      thursday,
      ['2026-11-20', false],
    ],
    [
      'all of whose days are closed: it is executed once, on the next banking day',
      { startDate: '2026-11-21', endDate: '2026-11-22', executionRule: 'preceeding' },
      thursday,
      ['2026-11-23', false],
    ],
    [
      'that starts today after the cut-off',
      { startDate: '2026-11-20' },
      atCutOff,
      ['2026-11-23', true],
    ],
  ])('is that of the first occurrence of an order %s', (_what, change, acceptedAt, expected) => {
    const instruction = { ...daily, ...change };
    const { day, isLate } = plannedExecution({ instruction, acceptedAt, cutOff });
    expect([day, isLate]).toEqual(expected);
  });

  it.each([
    ['before the clocks go forward', '2026-03-27T12:59:00Z', '2026-03-27'],
    ['after that time, before they go forward', '2026-03-27T13:00:00Z', '2026-03-30'],
    ['before it, after they went forward', '2026-03-30T11:59:00Z', '2026-03-30'],
    ['after it, after they went forward', '2026-03-30T12:00:00Z', '2026-03-31'],
    ['before it, after they went back', '2026-10-26T12:59:00Z', '2026-10-26'],
    ['after it, after they went back', '2026-10-26T13:00:00Z', '2026-10-27'],
  ])('keeps the cut-off of Oslo %s', (_what, acceptedAt, day) => {
    expect(plannedExecution({ instruction: single, acceptedAt, cutOff })).toMatchObject({ day });
  });
});

describe('the day of an approval', () => {
  const planned = (at: string, date?: string) =>
    executionAfterApproval(
      {
        instruction: { ...single, ...(date === undefined ? {} : { requestedExecutionDate: date }) },
        acceptedAt: thursday,
      },
      new Date(at),
      '15:30',
    ).day;

  it('is that of the plan while a run of that day is to come', () => {
    expect(planned('2026-11-19T14:29:00Z')).toBe('2026-11-19');
    expect(planned('2026-11-19T08:00:00Z', '2026-11-24')).toBe('2026-11-24');
  });

  it('is the next banking day after the last run, and on a closed day', () => {
    expect(planned('2026-11-19T14:30:00Z')).toBe('2026-11-20');
    expect(planned('2026-11-20T14:30:00Z')).toBe('2026-11-23');
    expect(planned('2026-11-21T08:00:00Z')).toBe('2026-11-23');
  });
});
