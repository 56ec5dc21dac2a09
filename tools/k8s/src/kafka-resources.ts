import type { Environment } from '@nordgate/contracts/profile';
import { topics } from '@nordgate/contracts/topics';
import type { TopicName } from '@nordgate/contracts/topics';
import { canGrow, topicConfig } from '@nordgate/messaging/kafka';
import { kafkaAccessIn, replyGroups, replyTopic } from './kafka-access.js';
import type { GroupRead, KafkaAccess } from './kafka-access.js';
import type { App } from './apps.js';
import { restoreGroup } from '@nordgate/service/process';
import type { KubernetesObject } from './objects.js';

/** The name of the cluster: its bootstrap Service is `nordgate-kafka-bootstrap`. */
export const kafkaCluster = 'nordgate';
const apiVersion = 'kafka.strimzi.io/v1';
const labels = { 'strimzi.io/cluster': kafkaCluster };
/** The deletion of a topic deletes its events, so Argo CD never does it. */
const annotations = { 'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false' };
const names = Object.keys(topics) as TopicName[];
const isOfCore = (topic: TopicName) => topics[topic].carries === 'core';

/** The topics of `libs/contracts/src/services/topics.ts` as resources: between the apps, or with the core of the bank. */
export function kafkaTopics(which: 'apps' | 'core'): readonly KubernetesObject[] {
  return names
    .filter((name) => isOfCore(name) === (which === 'core'))
    .map((name) => ({
      ...{ apiVersion, kind: 'KafkaTopic', metadata: { name, labels, annotations } },
      spec: { partitions: topics[name].partitions, replicas: 3, config: topicConfig(name, 3) },
    }));
}

/** What a user may do with one topic or one group. */
export interface Acl {
  readonly resource: {
    readonly type: 'topic' | 'group';
    readonly name: string;
    readonly patternType: 'literal' | 'prefix';
  };
  readonly operations: readonly ('Read' | 'Write' | 'Describe' | 'Delete')[];
}

const on = (
  type: 'topic' | 'group',
  name: string,
  operations: Acl['operations'],
  patternType: 'literal' | 'prefix' = 'literal',
): Acl => ({ resource: { type, name, patternType }, operations });

/** Later generations of a topic begin with its name, and their groups with that of its group (docs/adr/0081). */
const patternOf = (topic: TopicName) => (canGrow(topic) ? 'prefix' : 'literal');

const reading = ({ topic, group }: GroupRead) => [
  on('topic', topic, ['Describe', 'Read'], patternOf(topic)),
  on('group', group, ['Read'], patternOf(topic)),
];
const writing = (topic: TopicName) => on('topic', topic, ['Describe', 'Write'], patternOf(topic));

/** The rights of an app, and nothing beyond. Each resource is named once. */
export function aclsOf({ app, reads, writes }: KafkaAccess): readonly Acl[] {
  const replies =
    app === 'gateway'
      ? [
          on('topic', replyTopic, ['Describe', 'Read']),
          on('group', replyGroups, ['Read'], 'prefix'),
        ]
      : [];
  return merged([
    ...reads.flatMap(reading),
    ...restoringOf(app),
    ...endingOf(app),
    ...writes.map(writing),
    ...replies,
  ]);
}

/** A service whose database is older reads its events back from its topic, with a group for that time (docs/adr/0045). */
function restoringOf(app: App): readonly Acl[] {
  const topic = names.find(
    (name) => topics[name].carries === 'events' && topics[name].owner === app,
  );
  if (topic === undefined) return [];
  return [
    ...reading({ topic, group: restoreGroup(app) }),
    on('group', restoreGroup(app), ['Delete']),
  ];
}

/** A service lets its topics drop what is old and exported (docs/adr/0068). */
function endingOf(app: App): readonly Acl[] {
  const isOwn = (name: TopicName) =>
    topics[name].owner === app && endings.has(topics[name].carries);
  return names
    .filter(isOwn)
    .map((name) => on('topic', name, ['Delete', 'Describe'], patternOf(name)));
}

const endings: ReadonlySet<string> = new Set(['commands', 'events']);

/** One entry for each resource, with all of its operations. */
function merged(acls: readonly Acl[]): readonly Acl[] {
  const byResource = Map.groupBy(acls, ({ resource }) => JSON.stringify(resource));
  return [...byResource.values()].map(([first, ...others]) => {
    const operations = [first, ...others].flatMap((one) => one?.operations ?? []);
    return { ...(first as Acl), operations: [...new Set(operations)].sort() };
  });
}

/** The name of the user of an app, as `KAFKA_SASL_USERNAME` has it. */
export const userOf = (app: string) => `nordgate-${app}`;

function user(app: string, acls: readonly Acl[]): KubernetesObject {
  return {
    ...{ apiVersion, kind: 'KafkaUser', metadata: { name: userOf(app), labels } },
    spec: {
      authentication: { type: 'scram-sha-512' },
      authorization: { type: 'simple', acls },
    },
  };
}

/** The users of the apps in an environment. */
export function kafkaUsers(environment: Environment): readonly KubernetesObject[] {
  return kafkaAccessIn(environment).map((access) => user(access.app, aclsOf(access)));
}

/** The user of the core of the bank: it reads instructions in its separate groups, and writes its reports. */
export function coreUser(): KubernetesObject {
  const ofCore = names.filter(isOfCore);
  const written = ofCore.filter((topic) => topics[topic].owner === 'core');
  const read = ofCore.filter((topic) => topics[topic].owner !== 'core');
  return user('core', [
    ...read.map((topic) => on('topic', topic, ['Describe', 'Read'])),
    on('group', 'core.', ['Read'], 'prefix'),
    ...written.map(writing),
  ]);
}

/** The user with which KEDA measures the lag of the groups. It reads no message. */
export function scalerUser(): KubernetesObject {
  const reads = kafkaAccessIn('production').flatMap((access) => access.reads);
  return user(
    'keda',
    merged(
      reads.flatMap(({ topic, group }) => [
        on('topic', topic, ['Describe'], patternOf(topic)),
        on('group', group, ['Describe'], patternOf(topic)),
      ]),
    ),
  );
}
