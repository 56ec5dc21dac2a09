import type { MaintenanceWindow } from '@nordgate/contracts/rules';
import { runningWindow, windowsAhead } from '@nordgate/contracts/rules';
import { bankStatus, cachedSeconds } from './status.controller.js';

const night: MaintenanceWindow = {
  from: '2026-11-28T01:00:00.000Z',
  until: '2026-11-28T03:00:00.000Z',
  readsGoOn: false,
};
const next = {
  from: '2026-11-28T03:00:20.000Z',
  until: '2026-11-28T05:00:00.000Z',
  readsGoOn: true,
};
const windows = [next, night];
const source = {
  maintenance: {
    running: (now: Date) => runningWindow(windows, now),
    ahead: (now: Date) => windowsAhead(windows, now),
  },
  switches: { products: new Set(['sepa-credit-transfers']), operations: new Set<string>() },
};

describe('the status of the bank', () => {
  it.each([
    ['2026-11-28T00:59:59.999Z', 'open', [night, next]],
    ['2026-11-28T01:00:00.000Z', 'maintenance', [next]],
    ['2026-11-28T02:59:59.999Z', 'maintenance', [next]],
    ['2026-11-28T03:00:00.000Z', 'open', [next]],
    ['2026-11-28T03:00:20.000Z', 'reads', []],
    ['2026-11-28T05:00:00.000Z', 'open', []],
  ])('is at %s: %s', (time, state, planned) => {
    const status = bankStatus(source, new Date(time));
    expect(status).toMatchObject({ state, planned });
    expect(status.switchedOff).toEqual({ products: ['sepa-credit-transfers'], operations: [] });
    expect('maintenance' in status).toBe(state !== 'open');
  });

  it.each([
    ['2026-11-28T00:00:00.000Z', 30],
    ['2026-11-28T00:59:30.000Z', 30],
    ['2026-11-28T00:59:31.000Z', 29],
    ['2026-11-28T00:59:59.999Z', 0],
    ['2026-11-28T02:59:55.000Z', 5],
    ['2026-11-28T03:00:00.000Z', 20],
    ['2026-11-28T06:00:00.000Z', 30],
  ])('may be kept at %s for %i seconds: not beyond a change that is known', (time, seconds) => {
    expect(cachedSeconds(source, new Date(time))).toBe(seconds);
  });
});
