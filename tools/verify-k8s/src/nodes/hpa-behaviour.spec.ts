import { secondsToScale, withShorterWindows } from './hpa-behaviour.js';

const pods = (value: number, periodSeconds: number) => ({ type: 'Pods', value, periodSeconds });
const percent = (value: number, periodSeconds: number) => ({
  ...{ type: 'Percent', value, periodSeconds },
});

const hpa = (behavior?: object) => ({
  ...{ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler' },
  metadata: { name: 'sca' },
  spec: { minReplicas: 2, maxReplicas: 12, ...(behavior === undefined ? {} : { behavior }) },
});

const slowDown = {
  stabilizationWindowSeconds: 300,
  selectPolicy: 'Max',
  policies: [pods(1, 120)],
};

it('divides the windows of a behaviour, and no other number', () => {
  const given = hpa({ scaleDown: slowDown });
  expect(withShorterWindows(given, 60)['spec']).toMatchObject({
    ...{ minReplicas: 2, maxReplicas: 12 },
    behavior: {
      scaleDown: { ...slowDown, stabilizationWindowSeconds: 5, policies: [pods(1, 2)] },
    },
  });
});

it('divides the default windows of Kubernetes where the manifest has none', () => {
  expect(withShorterWindows(hpa(), 60)['spec']).toMatchObject({
    behavior: {
      scaleUp: { stabilizationWindowSeconds: 0, policies: [pods(4, 1), percent(100, 1)] },
      scaleDown: { stabilizationWindowSeconds: 5, policies: [percent(100, 1)] },
    },
  });
});

it.each([
  ['one pod at a time', hpa({ scaleDown: slowDown }), 300 + 10 * 121],
  ['the same with short windows', withShorterWindows(hpa({ scaleDown: slowDown }), 60), 5 + 10 * 3],
  ['the defaults: all pods at once', hpa(), 300 + 16],
  ['two pods at a time up', hpa({ scaleUp: { policies: [pods(2, 600)] } }), 5 * 601],
  [
    'the lower of two policies: 12, 9, 6, 4, 3, 2',
    hpa({
      scaleDown: { ...slowDown, selectPolicy: 'Min', policies: [pods(3, 60), percent(25, 90)] },
    }),
    300 + 5 * 91,
  ],
])('takes the steps of the slower direction: %s', (_, scaler, seconds) => {
  expect(secondsToScale(scaler, 1)).toBe(seconds);
});

it.each([
  ['a direction is disabled', { scaleDown: { selectPolicy: 'Disabled' } }],
  ['a step has no pod', { scaleDown: { policies: [pods(0, 1)] } }],
])('rejects an autoscaler that never gets to its limit: %s', (_, behavior) => {
  expect(() => secondsToScale(hpa(behavior), 1)).toThrow('sca: scaleDown makes no step');
});
