import type { MaintenanceWindow } from '@nordgate/contracts/rules';
import { spec } from '@nordgate/decider/testing';
import { maintenanceStream } from './maintenance.js';
import { planMaintenance } from './plan-maintenance.js';
import type { PlanMaintenance } from './plan-maintenance.js';

const at = '2026-11-27T10:00:00.000Z';
const night = {
  from: '2026-11-28T01:00:00.000Z',
  until: '2026-11-28T03:00:00.000Z',
  readsGoOn: true,
};

function aPlan(change: Partial<MaintenanceWindow> = {}, now = at): PlanMaintenance {
  return {
    type: 'PlanMaintenance',
    id: 'a-plan',
    stream: 'maintenance-bank',
    data: { ...night, ...change },
    meta: { at: now, actor: 'operator' },
  };
}
function aBegin(change: Partial<MaintenanceWindow> = {}, now = at): PlanMaintenance {
  const { until, readsGoOn } = { ...night, ...change };
  return { ...aPlan({}, now), data: { until, readsGoOn } };
}
const planned = (change: Partial<MaintenanceWindow> = {}, now = at) =>
  ({ type: 'MaintenancePlanned', data: { ...night, ...change, at: now } }) as const;
const { given } = spec(maintenanceStream, planMaintenance);

describe('plan maintenance', () => {
  it('announces a window, once', () =>
    void given().when(aPlan()).then(planned()).again().thenNothing());

  it('changes the end of a window', () => {
    const until = '2026-11-28T04:00:00.000Z';
    given(planned()).when(aPlan({ until })).then(planned({ until })).again().thenNothing();
  });

  it('begins one now', () =>
    void given()
      .when(aBegin())
      .then(planned({ from: at }))
      .again()
      .thenNothing());

  it('changes the window that runs, and keeps its begin', () => {
    const now = '2026-11-28T02:00:00.000Z';
    const until = '2026-11-28T05:00:00.000Z';
    given(planned())
      .when(aBegin({ until, readsGoOn: false }, now))
      .then(planned({ until, readsGoOn: false }, now));
  });

  it('begins another one at the end of the last', () => {
    const now = night.until;
    const until = '2026-11-28T05:00:00.000Z';
    given(planned())
      .when(aBegin({ until }, now))
      .then(planned({ from: now, until }, now));
  });

  it('may begin at once and not in the past', () => {
    given()
      .when(aPlan({ from: at }))
      .then(planned({ from: at }));
    given()
      .when(aPlan({ from: '2026-11-27T09:59:59.999Z' }))
      .thenRejected('FORMAT_ERROR', '/from');
  });

  it('may be 365 days ahead and not more', () => {
    const window = { from: '2027-11-27T10:00:00.000Z', until: '2027-11-27T11:00:00.000Z' };
    given().when(aPlan(window)).then(planned(window));
    given()
      .when(aPlan({ ...window, from: '2027-11-27T10:00:00.001Z' }))
      .thenRejected('FORMAT_ERROR', '/from');
  });

  it('ends after its begin', () => {
    const until = '2026-11-28T01:00:00.001Z';
    given().when(aPlan({ until })).then(planned({ until }));
    given()
      .when(aPlan({ until: night.from }))
      .thenRejected('FORMAT_ERROR', '/until');
  });

  it('changes no window into one that is over', () => {
    const now = '2026-11-28T02:00:00.000Z';
    given(planned())
      .when(aPlan({ until: now }, now))
      .thenRejected('FORMAT_ERROR', '/until');
  });

  it('has at most 168 hours', () => {
    const until = '2026-12-05T01:00:00.000Z';
    given().when(aPlan({ until })).then(planned({ until }));
    given()
      .when(aPlan({ until: '2026-12-05T01:00:00.001Z' }))
      .thenRejected('FORMAT_ERROR', '/until');
  });

  it('may follow another one and not overlap it', () => {
    const next = { from: night.until, until: '2026-11-28T04:00:00.000Z' };
    given(planned()).when(aPlan(next)).then(planned(next));
    given(planned())
      .when(aPlan({ ...next, from: '2026-11-28T02:59:59.999Z' }))
      .thenRejected('CONFLICT');
    given(planned())
      .when(aBegin({ until: '2026-11-28T01:00:00.001Z' }))
      .thenRejected('CONFLICT');
  });

  it('keeps at most 50 windows', () => {
    const minute = (of: number) => new Date(Date.parse(night.from) + of * 60_000).toISOString();
    const some = (count: number) =>
      Array.from({ length: count }, (_, n) => planned({ from: minute(n), until: minute(n + 1) }));
    const last = { from: minute(50), until: minute(51) };
    given(...some(49))
      .when(aPlan(last))
      .then(planned(last));
    given(...some(50))
      .when(aPlan(last))
      .thenRejected('CONFLICT');
  });

  it('forgets windows that are over', () => {
    const now = '2026-11-29T01:00:00.000Z';
    const next = { from: '2026-11-30T01:00:00.000Z', until: '2026-11-30T02:00:00.000Z' };
    const states = [planned(), planned(next, now)].reduce(
      maintenanceStream.evolve,
      maintenanceStream.initial,
    );
    expect(states.windows).toEqual([{ ...next, readsGoOn: true }]);
  });
});
