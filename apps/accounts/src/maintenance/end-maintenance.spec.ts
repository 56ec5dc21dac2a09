import { spec } from '@nordgate/decider/testing';
import { maintenanceStream } from './maintenance.js';
import { endMaintenance } from './plan-maintenance.js';
import type { EndMaintenance } from './plan-maintenance.js';

const from = '2026-11-28T01:00:00.000Z';
const until = '2026-11-28T03:00:00.000Z';
const planned = {
  type: 'MaintenancePlanned',
  data: { from, until, readsGoOn: true, at: '2026-11-27T10:00:00.000Z' },
} as const;
const anEnd = (data: EndMaintenance['data'], at: string): EndMaintenance => ({
  type: 'EndMaintenance',
  id: 'an-end',
  stream: 'maintenance-bank',
  data,
  meta: { at, actor: 'operator' },
});
const ended = (at: string) => ({ type: 'MaintenanceEnded', data: { from, at } }) as const;
const { given } = spec(maintenanceStream, endMaintenance);

describe('end maintenance', () => {
  it.each([
    ['2026-11-28T01:00:00.000Z', true],
    ['2026-11-28T02:59:59.999Z', true],
    ['2026-11-28T00:59:59.999Z', false],
    ['2026-11-28T03:00:00.000Z', false],
  ])('ends the window that runs at %s: %s', (at, runs) => {
    const when = given(planned).when(anEnd({}, at));
    if (runs) when.then(ended(at)).again().thenNothing();
    else when.thenNothing();
  });

  it('takes an announcement back', () => {
    const at = '2026-11-27T12:00:00.000Z';
    given(planned).when(anEnd({ from }, at)).then(ended(at)).again().thenNothing();
  });

  it('does nothing about a window that nobody announced', () =>
    void given(planned)
      .when(anEnd({ from: until }, '2026-11-27T12:00:00.000Z'))
      .thenNothing());
});
