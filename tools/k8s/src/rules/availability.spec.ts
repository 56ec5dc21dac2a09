import { availabilityFaults } from './availability.js';
import { changed, container, inConfigMap, pod, set, without } from './planting.js';

describe('the rule of availability', () => {
  it.each([
    ['a single replica', set('ScaledObject batch', 'spec/minReplicaCount', 1), 'single replica'],
    [
      'more replicas than partitions',
      set('ScaledObject sca', 'spec/maxReplicaCount', 13),
      'more than 12',
    ],
    ['a number beside a scaler', set('Deployment payments', 'spec/replicas', 3), 'its scaler owns'],
    [
      'a gap of an update',
      set('Deployment sca', 'spec/strategy/rollingUpdate/maxUnavailable', 1),
      'fewer replicas',
    ],
    [
      'replicas on one node',
      set('Deployment sca', `${pod}/topologySpreadConstraints/1/topologyKey`, 'x'),
      'kubernetes.io/hostname',
    ],
    [
      'a grace period within the drain',
      set('Deployment batch', `${pod}/terminationGracePeriodSeconds`, 30),
      'killed after 30 s',
    ],
    ['no preStop', set('Deployment batch', `${container}/lifecycle`), 'ends before'],
    [
      'a probe of an unknown path',
      set('Deployment batch', `${container}/livenessProbe/httpGet/path`, '/live'),
      'no probe /health/live',
    ],
    [
      'a probe without TLS',
      set('Deployment batch', `${container}/readinessProbe/httpGet/scheme`, 'HTTP'),
      'answers HTTPS',
    ],
    [
      'a long start',
      set('Deployment batch', `${container}/startupProbe/failureThreshold`, 151),
      'may start for 302 s',
    ],
    ['another port', inConfigMap('batch-env', 'INTERNAL_PORT', '8091'), 'another port'],
    [
      'a pod that is replaced too early',
      set('Deployment batch', 'spec/minReadySeconds'),
      'as soon as another one is ready',
    ],
    [
      'a rollout that does not wait for the migration',
      set('Deployment batch', 'spec/progressDeadlineSeconds', 900),
      'failed after 900 s',
    ],
    [
      'a budget that counts broken pods',
      set('PodDisruptionBudget sca', 'spec/unhealthyPodEvictionPolicy'),
      'node from being drained',
    ],
    [
      'a Service that promises plain HTTP for a port with TLS',
      set('Service sca', 'spec/ports/1/appProtocol', 'http'),
      'port edge of sca speaks https, not http',
    ],
    [
      'a Service that does not name the protocol of its port',
      set('Service batch', 'spec/ports/0/appProtocol'),
      'port internal of batch speaks https, not undefined',
    ],
    ['no budget', without('PodDisruptionBudget sca'), 'several replicas'],
    ['no app', without('Deployment accounts'), 'not deployed'],
  ])('reports %s', (_what, change, fault) => {
    expect(availabilityFaults(changed(change)).join('\n')).toContain(fault);
  });
});
