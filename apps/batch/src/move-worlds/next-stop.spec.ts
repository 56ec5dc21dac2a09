import fc from 'fast-check';
import { instantInOslo, timeInOslo } from '@nordgate/contracts/calendar';
import { bankingDayNear, daysLater } from '@nordgate/contracts/rules';
import { dueStandingSlot, standingInstant } from '../run/standing-slot.js';
import { nextStop } from './next-stop.js';

const runs = ['06:00', '11:00', '16:00'];
/** A Monday. */
const monday = '2027-03-01';
const at = (day: string, time: string) => instantInOslo(day, time);
const stop = (now: Date, next: Parameters<typeof nextStop>[1]) =>
  nextStop(now, next, runs)?.toISOString();

describe('the next stop of a world whose clock moves', () => {
  it('is nowhere without an order', () => {
    expect(stop(at(monday, '10:00'), {})).toBeUndefined();
  });

  it.each([
    ['of the same day', '10:00', monday, '11:00'],
    ['behind one that has just begun', '11:00', monday, '16:00'],
    ['a minute before one', '10:59', monday, '11:00'],
    ['of the next banking day after the last run', '16:00', '2027-03-02', '06:00'],
  ])('is the slot %s for an order that is due', (_what, time, day, slot) => {
    const expected = at(day, slot).toISOString();
    expect(stop(at(monday, time), { due: '2027-02-20' })).toBe(expected);
  });

  it('is the first slot of the day of a dated order, after a weekend and a holiday', () => {
    expect(stop(at(monday, '10:00'), { due: '2027-03-03' })).toBe(
      at('2027-03-03', '06:00').toISOString(),
    );
    // Maundy Thursday until Easter Monday.
    expect(stop(at(monday, '10:00'), { due: '2027-03-25' })).toBe(
      at('2027-03-30', '06:00').toISOString(),
    );
  });

  it('is a minute behind the last run of the day of an occurrence', () => {
    const standing = '2027-03-03';
    expect(stop(at(monday, '10:00'), { standing })).toBe(at(standing, '16:01').toISOString());
  });

  it('is the earlier one of a slot and an occurrence', () => {
    const standing = '2027-03-03';
    expect(stop(at(monday, '10:00'), { due: '2027-03-05', standing })).toBe(
      at(standing, '16:01').toISOString(),
    );
    expect(stop(at(monday, '10:00'), { due: standing, standing })).toBe(
      at(standing, '06:00').toISOString(),
    );
  });

  it('is always ahead, on a banking day, at a slot or behind the last run, in summer as in winter', () => {
    const minutes = fc.integer({ min: 0, max: 3 * 366 * 1440 });
    const days = fc.option(fc.integer({ min: -10, max: 900 }), { nil: undefined });
    fc.assert(
      fc.property(minutes, days, days, (minute, due, standing) => {
        const now = new Date(at('2026-12-01', '00:00').getTime() + minute * 60_000);
        const dayOf = (ahead: number | undefined) =>
          ahead === undefined ? {} : daysLater(timeInOslo(now).day, ahead);
        const next = {
          ...(due !== undefined && { due: dayOf(due) as string }),
          ...(standing !== undefined && { standing: dayOf(standing) as string }),
        };
        const found = nextStop(now, next, runs);
        expect(found === undefined).toBe(due === undefined && standing === undefined);
        if (found === undefined) return;
        expect(found.getTime()).toBeGreaterThan(now.getTime());
        const { day, time } = timeInOslo(found);
        expect(bankingDayNear(day, 'following')).toBe(day);
        expect([...runs, '16:01']).toContain(time);
      }),
    );
  });
});

describe('the standing slot', () => {
  it.each([
    ['a second before it begins', '16:00:59', '2027-02-26'],
    ['when it begins', '16:01:00', monday],
  ])('that is due %s is that of the last banking day', (_when, time, day) => {
    const now = new Date(at(monday, time.slice(0, 5)).getTime() + Number(time.slice(6)) * 1000);
    expect(dueStandingSlot(now, runs)).toEqual({ day, slot: 'standing' });
  });

  it('of a day begins behind its last run, also where a bank has none', () => {
    expect(standingInstant(monday, runs)).toEqual(at(monday, '16:01'));
    expect(standingInstant(monday, [])).toEqual(at(monday, '00:01'));
  });
});
