import { Rendered } from '../rendered.js';
import type { Manifest } from '../rendered.js';
import { availabilityFaults } from './availability.js';
import { capacityFaults, durabilityFaults } from './capacity.js';
import { connectionFaults } from './connections.js';
import { kafkaFaults } from './kafka.js';
import { sharedSecrets } from './mounts.js';
import { podSecurityFaults } from './pod-security.js';
import { settingsFaults } from './settings.js';

const production = Rendered.read('production');

type Change = (manifests: Manifest[]) => void;
type Node = Record<string, unknown>;

const isOf = (title: string) => (one: Manifest) => `${one.kind} ${one.metadata.name}` === title;

/** Sets the value at a path of one manifest; undefined removes it. */
const set =
  (title: string, path: string, value?: unknown): Change =>
  (manifests) => {
    const keys = path.split('/');
    const last = keys.pop() ?? '';
    let at = manifests.find(isOf(title)) as unknown as Node;
    for (const key of keys) at = at[key] as Node;
    if (!(last in at) && value === undefined) throw new Error(`${title} has no ${path}`);
    if (value === undefined) Reflect.deleteProperty(at, last);
    else at[last] = value;
  };

const without =
  (title: string): Change =>
  (manifests) => {
    manifests.splice(manifests.findIndex(isOf(title)), 1);
  };

/** The start of the name of a ConfigMap, without its hash. */
const inConfigMap =
  (name: string, variable: string, value: string): Change =>
  (manifests) => {
    const found = manifests.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith(`${name}-`),
    );
    (found?.data as Record<string, string>)[variable] = value;
  };

function changed(change: Change): Rendered {
  const manifests = structuredClone(production.manifests) as Manifest[];
  change(manifests);
  return new Rendered('production', manifests);
}

const pod = 'spec/template/spec';
const container = `${pod}/containers/0`;

describe('the rule of availability', () => {
  it.each([
    ['a single replica', set('ScaledObject batch', 'spec/minReplicaCount', 1), 'single replica'],
    ['more replicas than partitions', set('ScaledObject sca', 'spec/maxReplicaCount', 13), 'more than 12'],
    ['a number beside a scaler', set('Deployment payments', 'spec/replicas', 3), 'its scaler owns'],
    ['a gap of an update', set('Deployment sca', 'spec/strategy/rollingUpdate/maxUnavailable', 1), 'fewer replicas'],
    ['replicas on one node', set('Deployment sca', `${pod}/topologySpreadConstraints/1/topologyKey`, 'x'), 'kubernetes.io/hostname'],
    ['a grace period within the drain', set('Deployment batch', `${pod}/terminationGracePeriodSeconds`, 30), 'killed after 30 s'],
    ['no preStop', set('Deployment batch', `${container}/lifecycle`), 'ends before'],
    ['a probe of an unknown path', set('Deployment batch', `${container}/livenessProbe/httpGet/path`, '/live'), 'no probe /health/live'],
    ['a probe without TLS', set('Deployment batch', `${container}/readinessProbe/httpGet/scheme`, 'HTTP'), 'answers HTTPS'],
    ['a long start', set('Deployment batch', `${container}/startupProbe/failureThreshold`, 90), 'for ever'],
    ['another port', inConfigMap('batch-env', 'INTERNAL_PORT', '8091'), 'another port'],
    ['no budget', without('PodDisruptionBudget sca'), 'several replicas'],
    ['no app', without('Deployment accounts'), 'not deployed'],
  ])('reports %s', (_what, change, fault) => {
    expect(availabilityFaults(changed(change)).join('\n')).toContain(fault);
  });
});

describe('the rule of pods', () => {
  it.each([
    ['the network of the host', set('Deployment sca', `${pod}/hostNetwork`, true), 'on the host'],
    ['a token', set('Job sca-migrate-0-2-0', `${pod}/automountServiceAccountToken`), 'token of the API'],
    ['variables of Services', set('Deployment sca', `${pod}/enableServiceLinks`), 'variables of the Services'],
    ['the default account', set('Deployment sca', `${pod}/serviceAccountName`), 'default account'],
    ['a writable root', set('Deployment sca', `${container}/securityContext/readOnlyRootFilesystem`), 'write to its root'],
    ['more privileges', set('Deployment sca', `${container}/securityContext/allowPrivilegeEscalation`), 'more privileges'],
    ['a privileged container', set('Deployment sca', `${container}/securityContext/privileged`, true), 'is privileged'],
    ['capabilities', set('Deployment sca', `${container}/securityContext/capabilities/drop`, []), 'keeps capabilities'],
    ['root', set('Deployment sca', `${pod}/securityContext/runAsNonRoot`), 'run as root'],
    ['another user', set('Deployment collector', `${container}/securityContext/runAsUser`, 1000), 'not run as 65532'],
    ['no seccomp profile', set('Deployment sca', `${pod}/securityContext/seccompProfile`), 'seccomp'],
    ['no request of CPU', set('Deployment sca', `${container}/resources/requests/cpu`), 'requests no CPU'],
    ['no limit of memory', set('Deployment sca', `${container}/resources/limits/memory`), 'no limit of memory'],
    ['a limit of CPU', set('Deployment sca', `${container}/resources/limits/cpu`, '1'), 'a limit of CPU'],
    ['a folder of the host', set('Deployment sca', `${pod}/volumes/0`, { name: 'tmp', hostPath: {} }), 'another kind: tmp'],
    ['a volume without a limit', set('Deployment sca', `${pod}/volumes/0/emptyDir`, {}), 'without a limit: tmp'],
    ['a tag', set('Deployment sca', `${container}/image`, 'nordgate/sca:latest'), 'is not named by digest'],
  ])('reports %s', (_what, change, fault) => {
    expect(podSecurityFaults(changed(change)).join('\n')).toContain(fault);
  });
});

describe('the rule of settings', () => {
  it.each([
    ['an unknown variable', inConfigMap('sca-env', 'SCA_PROT', '1'), 'no setting is called SCA_PROT'],
    ['a value that cannot be used', inConfigMap('sca-env', 'SCA_PORT', 'http'), 'SCA_PORT has to be'],
    ['a secret by its name', set('Deployment sca', `${container}/env`, [{ name: 'KAFKA_PASSWORD', value: 'x' }]), 'KAFKA_PASSWORD is a secret'],
    ['a secret in an address', inConfigMap('sca-env', 'DATABASE_URL', 'postgres://u:p@h/d'), 'DATABASE_URL is a secret'],
    ['a key', inConfigMap('sca-env', 'LOG_LEVEL', 'p77OS9bBHa7gjl6CkFvDJrKPxtyQAIaWcAlgqLuW3y0'), 'LOG_LEVEL is a secret'],
    ['a ConfigMap without hash', set('Deployment sca', `${container}/envFrom/0/configMapRef/name`, 'sca-env'), 'sca-env has no hash'],
  ])('reports %s', (_what, change, fault) => {
    expect(settingsFaults(changed(change)).join('\n')).toContain(fault);
  });
});

describe('the rule of connections', () => {
  const policy = (name: string) => `NetworkPolicy ${name}`;
  it.each([
    ['a missing way out', without(policy('sca-may-call-payments')), 'no policy allows sca > payments:8090'],
    ['a missing way in', without(policy('payments-may-be-called-by-sca')), 'no policy allows sca > payments:8090'],
    ['a missing denial', without(policy('deny-by-default')), 'nobody needs a stray pod'],
    ['a policy for everybody', set(policy('batch-may-be-called-by-gateway'), 'spec/ingress', [{}]), 'nobody needs operator > batch'],
    ['a database that is open to another service', set(policy('sca-may-call-sca-db'), 'spec/podSelector', {}), 'nobody needs'],
    ['a listener that is open to everybody', set('Kafka nordgate', 'spec/kafka/listeners/0/networkPolicyPeers'), 'nobody needs edge > kafka:9093'],
    ['an address without a policy', inConfigMap('sca-env', 'PAYMENTS_URL', 'https://batch:8090'), 'no policy allows sca > batch:8090'],
    ['a way out that no setting needs', inConfigMap('sca-env', 'ACCOUNTS_URL', 'https://baskets:8090'), 'nobody needs sca > accounts:8090'],
  ])('reports %s', (_what, change, fault) => {
    expect(connectionFaults(changed(change)).join('\n')).toContain(fault);
  });
});

describe('the rule of Kafka', () => {
  const acls = 'spec/authorization/acls';
  it.each([
    ['a missing topic', without('KafkaTopic core.outcomes.v1'), 'no topic core.outcomes.v1'],
    ['a topic with fewer partitions', set('KafkaTopic sca.events.v1', 'spec/partitions', 6), 'sca.events.v1 has other settings'],
    ['a topic that forgets', set('KafkaTopic sca.events.v1', 'spec/config/retention.ms', 1), 'sca.events.v1 has other settings'],
    ['an unknown topic', set('KafkaTopic sca.events.v1', 'metadata/name', 'sca.event.v1'), 'no code knows the topic sca.event.v1'],
    ['a further right', set('KafkaUser nordgate-sca', `${acls}/0/operations`, ['Describe', 'Read', 'Write']), 'nordgate-sca may Write topic literal sca.commands.v1'],
    ['a missing right', set('KafkaUser nordgate-sca', `${acls}/0/operations`, ['Describe']), 'nordgate-sca lacks Read topic literal sca.commands.v1'],
    ['the user of another app', inConfigMap('sca-env', 'KAFKA_SASL_USERNAME', 'nordgate-batch'), 'sca logs in as nordgate-batch'],
  ])('reports %s', (_what, change, fault) => {
    expect(kafkaFaults(changed(change)).join('\n')).toContain(fault);
  });
});

describe('the rules of databases and of what is kept', () => {
  const parameters = 'spec/postgresql/parameters';
  const config = 'spec/kafka/config';
  it.each([
    ['too few connections', set('Cluster sca-db', `${parameters}/max_connections`, '100'), 'connections of 100'],
    ['no database', without('Cluster sca-db'), 'sca: has no database'],
    ['two instances', set('Cluster sca-db', 'spec/instances', 2), 'has 2 instances'],
    ['asynchronous replicas', set('Cluster sca-db', 'spec/postgresql/synchronous'), 'what one instance has'],
    ['two brokers', set('KafkaNodePool brokers', 'spec/replicas', 2), 'fewer than three replicas with role broker'],
    ['one broker in sync', set('Kafka nordgate', `${config}/min.insync.replicas`, 1), 'on one broker only'],
    ['a leader that lags', set('Kafka nordgate', `${config}/unclean.leader.election.enable`, true), 'old broker'],
  ])('report %s', (_what, change, fault) => {
    const rendered = changed(change);
    const faults = [...capacityFaults(rendered), ...durabilityFaults(rendered)];
    expect(faults.join('\n')).toContain(fault);
  });

  it('report a Secret of another app', () => {
    const change = set('Deployment sca', `${pod}/volumes/1/projected/sources/0/secret/name`, 'gateway-secrets');
    expect(sharedSecrets(changed(change))).toEqual(['gateway-secrets is mounted by gateway and sca']);
  });
});
