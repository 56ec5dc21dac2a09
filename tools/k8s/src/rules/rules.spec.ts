import { Rendered } from '../rendered.js';
import { overlays } from '@nordgate/local/overlays';
import { availabilityFaults } from './availability.js';
import { capacityFaults, durabilityFaults } from './capacity.js';
import { connectionFaults } from './connections.js';
import { kafkaFaults } from './kafka.js';
import { sharedSecrets } from './mounts.js';
import { changed, container, generation, inConfigMap, pod, set, without } from './planting.js';
import { podSecurityFaults } from './pod-security.js';
import { settingsFaults } from './settings.js';
import { surroundingFaults } from './surroundings.js';

const rendered = new Map(overlays.map((overlay) => [overlay, Rendered.read(overlay)]));
const of = (overlay: (typeof overlays)[number]) => rendered.get(overlay) as Rendered;

describe.each(overlays)('the rendered overlay %s', (overlay) => {
  it('runs, replaces and ends every app without a gap', () => {
    expect(availabilityFaults(of(overlay))).toEqual([]);
  });

  it('has pods that pass the restricted standard, and more', () => {
    expect(podSecurityFaults(of(overlay))).toEqual([]);
  });

  it('sets only variables that the apps declare, and no secret', () => {
    expect(settingsFaults(of(overlay))).toEqual([]);
  });

  it('allows the connections of the architecture, and no other', () => {
    expect(connectionFaults(of(overlay))).toEqual([]);
  });

  it('has the topics and rights of the code, and no other', () => {
    expect(kafkaFaults(of(overlay))).toEqual([]);
  });

  it('has databases that take the connections of all replicas', () => {
    expect(capacityFaults(of(overlay))).toEqual([]);
  });

  it('keeps what the bank has acknowledged when a node is lost', () => {
    expect(durabilityFaults(of(overlay))).toEqual([]);
  });

  it('has a namespace that refuses more, migrations before the apps, and ways in with TLS', () => {
    expect(surroundingFaults(of(overlay))).toEqual([]);
  });

  it('mounts no Secret of one app into another', () => {
    expect(sharedSecrets(of(overlay))).toEqual([]);
  });
});

describe('the rule of settings', () => {
  it.each([
    [
      'an unknown variable',
      inConfigMap('sca-env', 'SCA_PROT', '1'),
      'no setting is called SCA_PROT',
    ],
    [
      'a value that cannot be used',
      inConfigMap('sca-env', 'SCA_PORT', 'http'),
      'SCA_PORT: The value must be',
    ],
    [
      'a secret by its name',
      set('Deployment sca', `${container}/env`, [{ name: 'KAFKA_PASSWORD', value: 'x' }]),
      'KAFKA_PASSWORD is a secret',
    ],
    [
      'a secret in an address',
      inConfigMap('sca-env', 'DATABASE_URL', 'postgres://u:p@h/d'),
      'DATABASE_URL is a secret',
    ],
    [
      'a key',
      inConfigMap('sca-env', 'LOG_LEVEL', 'p77OS9bBHa7gjl6CkFvDJrKPxtyQAIaWcAlgqLuW3y0'),
      'LOG_LEVEL is a secret',
    ],
    [
      'a ConfigMap without hash',
      set('Deployment sca', `${container}/envFrom/0/configMapRef/name`, 'sca-env'),
      'sca-env has no hash',
    ],
  ])('reports %s', (_what, change, fault) => {
    expect(settingsFaults(changed(change)).join('\n')).toContain(fault);
  });
});

describe('the rule of Kafka', () => {
  const acls = 'spec/authorization/acls';

  it('accepts a later generation that is sealed', () => {
    expect(kafkaFaults(changed(generation({ partitions: 24, bytes: 0 })))).toEqual([]);
  });

  it.each([
    ['a missing topic', without('KafkaTopic core.outcomes.v1'), 'no topic core.outcomes.v1'],
    [
      'a topic with fewer partitions',
      set('KafkaTopic sca.events.v1', 'spec/partitions', 6),
      'sca.events.v1 has other settings',
    ],
    [
      'a topic that forgets',
      set('KafkaTopic sca.events.v1', 'spec/config/retention.ms', 1),
      'sca.events.v1 has other settings',
    ],
    [
      'two generations that accept records',
      generation({ partitions: 24, bytes: 4_194_304 }),
      '2 generations of sca.events.v1 accept records',
    ],
    [
      'a generation with fewer partitions than its name says',
      generation({ partitions: 12, bytes: 0 }),
      'sca.events.v1.p24 has other settings',
    ],
    [
      'a number of partitions that one app alone has',
      inConfigMap('sca-env', 'TOPIC_PARTITIONS', '24'),
      'TOPIC_PARTITIONS differs between apps',
    ],
    [
      'an unknown topic',
      set('KafkaTopic sca.events.v1', 'metadata/name', 'sca.event.v1'),
      'no code knows the topic sca.event.v1',
    ],
    [
      'a further right',
      set('KafkaUser nordgate-sca', `${acls}/0/operations`, ['Describe', 'Read', 'Write']),
      'nordgate-sca may Write topic prefix sca.commands.v1',
    ],
    [
      'a missing right',
      set('KafkaUser nordgate-sca', `${acls}/0/operations`, ['Describe']),
      'nordgate-sca lacks Read topic prefix sca.commands.v1',
    ],
    [
      'the user of another app',
      inConfigMap('sca-env', 'KAFKA_SASL_USERNAME', 'nordgate-batch'),
      'sca logs in as nordgate-batch',
    ],
  ])('reports %s', (_what, change, fault) => {
    expect(kafkaFaults(changed(change)).join('\n')).toContain(fault);
  });
});

describe('the rules of databases and of what is kept', () => {
  const parameters = 'spec/postgresql/parameters';
  const config = 'spec/kafka/config';
  it.each([
    [
      'too few connections',
      set('Cluster sca-db', `${parameters}/max_connections`, '100'),
      'connections of 100',
    ],
    [
      'a pool that all replicas together cannot have',
      inConfigMap('sca-env', 'DATABASE_POOL_MAX', '22'),
      'sca: needs 329 connections of 320',
    ],
    [
      'memory for sorting beyond the limit',
      set('Cluster sca-db', `${parameters}/work_mem`, '5MB'),
      'sca: PostgreSQL may take 2112 MiB of 2048 MiB',
    ],
    [
      'connections whose memory is beyond the limit',
      set('Cluster sca-db', `${parameters}/max_connections`, '385'),
      'sca: PostgreSQL may take 2052 MiB of 2048 MiB',
    ],
    [
      'memory that nobody can calculate',
      set('Cluster sca-db', `${parameters}/work_mem`),
      'sca: PostgreSQL may take NaN MiB',
    ],
    [
      'a database without a limit of memory',
      set('Cluster sca-db', 'spec/resources/limits'),
      'of NaN MiB',
    ],
    ['no database', without('Cluster sca-db'), 'sca: has no database'],
    ['two instances', set('Cluster sca-db', 'spec/instances', 2), 'has 2 instances'],
    [
      'asynchronous replicas',
      set('Cluster sca-db', 'spec/postgresql/synchronous'),
      'what one instance has',
    ],
    [
      'instances that may share a zone',
      set('Cluster sca-db', 'spec/affinity/podAntiAffinityType', 'preferred'),
      'sca-db: may have two instances in one zone',
    ],
    [
      'a slow archive',
      set('Cluster sca-db', `${parameters}/archive_timeout`),
      'sca-db: archives less often',
    ],
    [
      'controllers that may share a zone',
      set(
        'KafkaNodePool controllers',
        'spec/template/pod/topologySpreadConstraints/0/whenUnsatisfiable',
        'ScheduleAnyway',
      ),
      'controllers: may have two replicas in one zone',
    ],
    [
      'two brokers',
      set('KafkaNodePool brokers', 'spec/replicas', 2),
      'fewer than three replicas with role broker',
    ],
    [
      'one broker in sync',
      set('Kafka nordgate', `${config}/min.insync.replicas`, 1),
      'on one broker only',
    ],
    [
      'a leader that lags',
      set('Kafka nordgate', `${config}/unclean.leader.election.enable`, true),
      'old broker',
    ],
  ])('report %s', (_what, change, fault) => {
    const rendered = changed(change);
    const faults = [...capacityFaults(rendered), ...durabilityFaults(rendered)];
    expect(faults.join('\n')).toContain(fault);
  });

  it('accept the largest pool that all replicas together can have', () => {
    expect(capacityFaults(changed(inConfigMap('sca-env', 'DATABASE_POOL_MAX', '21')))).toEqual([]);
  });

  it('report a Secret of another app', () => {
    const change = set(
      'Deployment sca',
      `${pod}/volumes/1/projected/sources/0/secret/name`,
      'gateway-secrets',
    );
    expect(sharedSecrets(changed(change))).toEqual([
      'gateway-secrets is mounted by gateway and sca',
    ]);
  });
});
