import { surroundingFaults } from './surroundings.js';
import { changed, set, without } from './planting.js';

describe('the rule of the surroundings', () => {
  const wave = 'metadata/annotations/argocd.argoproj.io~1sync-wave';
  it.each([
    [
      'a namespace for any pod',
      set('Namespace nordgate', 'metadata/labels/pod-security.kubernetes.io~1enforce', 'baseline'),
      'not enforce restricted',
    ],
    [
      'a namespace for any image',
      set('Namespace nordgate', 'metadata/labels/nordgate-images'),
      'images by tag',
    ],
    [
      'an object elsewhere',
      set('Service sca', 'metadata/namespace', 'default'),
      'Service sca is in default',
    ],
    [
      'a policy that only warns',
      set('ValidatingAdmissionPolicyBinding nordgate-images-by-digest', 'spec/validationActions', [
        'Warn',
      ]),
      'no policy refuses',
    ],
    [
      'a namespace whose rules change with the cluster',
      set(
        'Namespace nordgate',
        'metadata/labels/pod-security.kubernetes.io~1enforce-version',
        'latest',
      ),
      'changes with the cluster (enforce)',
    ],
    [
      'brokers of any version',
      set('Kafka nordgate', 'spec/kafka/version'),
      'chooses the version of nordgate',
    ],
    [
      'brokers whose metadata an older version cannot read',
      set('Kafka nordgate', 'spec/kafka/metadataVersion'),
      'chooses the version of the metadata of nordgate',
    ],
    [
      'a database of any version',
      set('Cluster sca-db', 'spec/imageName', 'registry.example/postgresql:18.4'),
      'chooses the version of sca-db',
    ],
    ['no migrations', without('Job sca-migrate-0-2-0'), 'sca: has 0 jobs'],
    [
      'a job without an end',
      set('Job sca-migrate-0-2-0', 'spec/activeDeadlineSeconds'),
      'no activeDeadlineSeconds',
    ],
    [
      'a job that ends while people make its Secret',
      set('Job sca-migrate-0-2-0', 'spec/activeDeadlineSeconds', 900),
      'ends after 900 s, before its Secret',
    ],
    [
      'a policy that does not check ReplicaSets',
      set(
        'ValidatingAdmissionPolicy nordgate-images-by-digest',
        'spec/matchConstraints/resourceRules/3/resources',
        ['daemonsets'],
      ),
      'does not check replicasets',
    ],
    [
      'a scaler in the wave of its Deployment',
      set('ScaledObject sca', wave, '2'),
      'ScaledObject sca is synced before its Deployment',
    ],
    [
      'a scaler by CPU without a wave',
      set('HorizontalPodAutoscaler gateway', wave),
      'HorizontalPodAutoscaler gateway is synced before its Deployment',
    ],
    [
      'a scaler before its log-in',
      set('TriggerAuthentication kafka', 'metadata/annotations', {
        'argocd.argoproj.io/sync-wave': '4',
      }),
      'ScaledObject sca is synced before its TriggerAuthentication',
    ],
    ['an app before its job', set('Deployment sca', wave, '0'), 'sca: starts before its job'],
    [
      'a way in without TLS',
      set('Gateway edge', 'spec/listeners/0/protocol', 'HTTP'),
      'interface speaks HTTP',
    ],
    [
      'an account with a token',
      set('ServiceAccount sca', 'automountServiceAccountToken'),
      'account sca gives',
    ],
  ])('reports %s', (_what, change, fault) => {
    expect(surroundingFaults(changed(change)).join('\n')).toContain(fault);
  });
});
