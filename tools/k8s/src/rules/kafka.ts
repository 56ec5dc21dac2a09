import { partitionsDefault, topics } from '@nordgate/contracts/topics';
import type { TopicName } from '@nordgate/contracts/topics';
import { generationNamed, topicConfig } from '@nordgate/messaging/kafka';
import type { Generation } from '@nordgate/messaging/kafka';
import { kafkaAccessIn } from '../kafka-access.js';
import { aclsOf, userOf } from '../kafka-resources.js';
import type { Acl } from '../kafka-resources.js';
import { containerOf } from '../rendered.js';
import type { Manifest, Rendered } from '../rendered.js';

/** Topics and rights are those of the code, and each app logs in as its own user. */
export function kafkaFaults(rendered: Rendered): readonly string[] {
  return [...topicFaults(rendered), ...userFaults(rendered), ...logInFaults(rendered)];
}

function topicFaults(rendered: Rendered): readonly string[] {
  const isSandbox = rendered.overlay === 'sandbox';
  const known = (Object.keys(topics) as TopicName[]).filter(
    (name) => !isSandbox || topics[name].carries !== 'core',
  );
  const counts = partitionCounts(rendered);
  const settings = { topicPartitions: counts[0] ?? partitionsDefault };
  const declared = rendered.all('KafkaTopic').map((manifest) => ({
    manifest,
    generation: generationNamed(manifest.metadata.name, settings),
  }));
  const isKnown = (one: Generation | undefined) => one !== undefined && known.includes(one.topic);
  return [
    ...(counts.length > 1 ? [`TOPIC_PARTITIONS differs between apps: ${counts.join(', ')}`] : []),
    ...declared
      .filter(({ generation }) => !isKnown(generation))
      .map(({ manifest }) => `no code knows the topic ${manifest.metadata.name}`),
    ...declared.flatMap(({ manifest, generation }) =>
      generation === undefined ? [] : generationFaults(manifest, generation, isSandbox ? 1 : 3),
    ),
    ...known.flatMap((topic) => {
      const ofTopic = declared.filter(({ generation }) => generation?.topic === topic);
      if (ofTopic.length === 0) return [`there is no topic ${topic}`];
      const accepting = ofTopic.filter(({ manifest }) => !isSealed(manifest)).length;
      return accepting === 1 ? [] : [`${String(accepting)} generations of ${topic} accept records`];
    }),
  ];
}

/** The numbers that apps have as TOPIC_PARTITIONS: one, unless somebody has made a mistake. */
export function partitionCounts(rendered: Rendered): readonly number[] {
  const all = rendered.apps().map(([, workload]) => {
    const { TOPIC_PARTITIONS: count } = rendered.environment(containerOf(workload));
    return Number(count ?? partitionsDefault);
  });
  return [...new Set(all)];
}

const configOf = ({ spec }: Manifest) =>
  (spec as { readonly config?: Readonly<Record<string, unknown>> } | undefined)?.config ?? {};

/** Whether the brokers refuse all records of a topic (docs/adr/0081). */
const isSealed = (manifest: Manifest) => configOf(manifest)['max.message.bytes'] === 0;

function generationFaults(
  manifest: Manifest,
  { topic, name, partitions }: Generation,
  replicas: 1 | 3,
): readonly string[] {
  const sealed = isSealed(manifest) ? { 'max.message.bytes': 0 } : {};
  const config = { ...topicConfig(topic, replicas), ...sealed };
  const expected = JSON.stringify(sorted({ partitions, replicas, config }));
  return JSON.stringify(sorted(manifest.spec)) === expected
    ? []
    : [`${name} has other settings than in the code`];
}

/** The rights in an order that does not matter. */
const rightsOf = (acls: readonly Acl[]) =>
  acls
    .flatMap(({ resource, operations }) =>
      operations.map((operation) =>
        [operation, resource.type, resource.patternType, resource.name].join(' '),
      ),
    )
    .sort();

function userFaults(rendered: Rendered): readonly string[] {
  return kafkaAccessIn(rendered.overlay).flatMap((access) => {
    const name = userOf(access.app);
    const { authentication, authorization } = (rendered.find('KafkaUser', name)?.spec ?? {}) as {
      readonly authentication?: { readonly type: string };
      readonly authorization?: { readonly acls: readonly Acl[] };
    };
    if (authentication?.type !== 'scram-sha-512') return [`${name} has no password`];
    const [given, needed] = [authorization?.acls ?? [], aclsOf(access)].map(rightsOf);
    return [
      ...(given ?? []).filter((one) => !needed?.includes(one)).map((one) => `${name} may ${one}`),
      ...(needed ?? []).filter((one) => !given?.includes(one)).map((one) => `${name} lacks ${one}`),
    ];
  });
}

function logInFaults(rendered: Rendered): readonly string[] {
  return rendered.apps().flatMap(([app, workload]) => {
    const env = rendered.environment(containerOf(workload));
    const user = env['KAFKA_SASL_USERNAME'];
    return user === userOf(app) && rendered.find('KafkaUser', user) !== undefined
      ? []
      : [`${app} logs in as ${String(user)}`];
  });
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}
