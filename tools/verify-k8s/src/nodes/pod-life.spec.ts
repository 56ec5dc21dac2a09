import type { Pod } from './pod.js';
import { nextStep } from './pod-life.js';
import type { Circumstances } from './pod-life.js';

const now = new Date('2026-05-01T10:00:00.123Z');
const well: Circumstances = { hasSchema: () => true, migration: () => 'succeeds' };

function pod(component: string, status: Pod['status'], deletionTimestamp?: string): Pod {
  const env = component === 'app' ? [{ name: 'MIGRATIONS', value: 'await' }] : [];
  return {
    metadata: {
      ...{ name: 'sca-1', namespace: 'bank', uid: 'u' },
      labels: { 'app.kubernetes.io/component': component, 'app.kubernetes.io/name': 'sca' },
      ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
    },
    spec: { nodeName: 'zone-a-1', containers: [{ name: 'app', image: 'sca@sha256:1', env }] },
    status,
  };
}

const statusOf = (some: Pod, circumstances = well) => {
  const step = nextStep(some, circumstances, now);
  return step?.is === 'status' ? step.status : step;
};
const ready = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };

it('starts a bound pod, which is not ready at once', () => {
  expect(statusOf(pod('app', { phase: 'Pending' }))).toMatchObject({
    phase: 'Running',
    startTime: '2026-05-01T10:00:00Z',
    conditions: [{}, {}, { type: 'Ready', status: 'False' }],
  });
});

it('makes a running app ready, and then leaves it alone', () => {
  expect(statusOf(pod('app', { phase: 'Running' }))).toMatchObject({
    conditions: [{}, { type: 'Ready', status: 'True' }],
    containerStatuses: [{ name: 'app', ready: true }],
  });
  expect(nextStep(pod('app', ready), well, now)).toBeUndefined();
});

it('keeps an app unready that waits for the schema of its release, and no other pod', () => {
  const without = { ...well, hasSchema: () => false };
  expect(nextStep(pod('app', { phase: 'Running' }), without, now)).toBeUndefined();
  expect(statusOf(pod('collector', { phase: 'Running' }), without)).toBeDefined();
});

it('ends a migration as succeeded or failed, and holds one that goes on', () => {
  const running = pod('migration', { phase: 'Running' });
  expect(statusOf(running)).toMatchObject({ phase: 'Succeeded' });
  expect(statusOf(running, { ...well, migration: () => 'fails' })).toMatchObject({
    phase: 'Failed',
    containerStatuses: [{ state: { terminated: { exitCode: 1 } } }],
  });
  expect(nextStep(running, { ...well, migration: () => 'waits' }, now)).toBeUndefined();
  expect(nextStep(pod('migration', { phase: 'Succeeded' }), well, now)).toBeUndefined();
});

it('removes a deleted pod, whatever its phase', () => {
  for (const status of [ready, { phase: 'Pending' }, { phase: 'Succeeded' }]) {
    const step = nextStep(pod('app', status, '2026-05-01T10:00:00Z'), well, now);
    expect(step).toMatchObject({ is: 'removal' });
  }
});
