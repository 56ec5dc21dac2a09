import { topics } from '@nordgate/contracts/topics';
import type { TopicName } from '@nordgate/contracts/topics';
import { topicConfig } from '@nordgate/messaging/kafka';
import { kafkaAccessIn } from '../kafka-access.js';
import { aclsOf, userOf } from '../kafka-resources.js';
import type { Acl } from '../kafka-resources.js';
import { containerOf } from '../rendered.js';
import type { Rendered } from '../rendered.js';

/** Topics and rights are those of the code, and each app logs in as its own user. */
export function kafkaFaults(rendered: Rendered): readonly string[] {
  return [...topicFaults(rendered), ...userFaults(rendered), ...logInFaults(rendered)];
}

function topicFaults(rendered: Rendered): readonly string[] {
  const isSandbox = rendered.overlay === 'sandbox';
  const known = (Object.keys(topics) as TopicName[]).filter(
    (name) => !isSandbox || topics[name].carries !== 'core',
  );
  const missing = known.filter((name) => rendered.find('KafkaTopic', name) === undefined);
  const others = rendered
    .all('KafkaTopic')
    .filter(({ metadata }) => !known.includes(metadata.name as TopicName));
  const replicas = isSandbox ? 1 : 3;
  const wrong = known.filter((name) => {
    const expected = {
      partitions: topics[name].partitions,
      replicas,
      config: topicConfig(name, replicas),
    };
    const { spec } = rendered.find('KafkaTopic', name) ?? {};
    return spec !== undefined && JSON.stringify(sorted(spec)) !== JSON.stringify(sorted(expected));
  });
  return [
    ...missing.map((name) => `there is no topic ${name}`),
    ...others.map(({ metadata }) => `no code knows the topic ${metadata.name}`),
    ...wrong.map((name) => `${name} has other settings than in the code`),
  ];
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
