import { topics } from '@nordgate/contracts/topics';
import type { TopicName } from '@nordgate/contracts/topics';
import { GenerationSurvey, GrowthRefusedError } from './generation-survey.js';
import type { GenerationState, GrowthOptions } from './generation-survey.js';
import { laterGeneration } from './generations.js';
import { kafkaClient } from './kafka-settings.js';
import { awaitLeaders, topicConfig } from './topic-admin.js';
import { sealedBytes, setSeal } from './topic-seal.js';

/** The generations of topics that can grow, the oldest one of each topic first. Errors of kafkajs pass through. */
export function generationStates(
  options: GrowthOptions,
  topic?: TopicName,
): Promise<readonly GenerationState[]> {
  return withBrokers(options, (brokers) => brokers.states(topic));
}

/**
 * Creates a generation that accepts no records yet.
 *
 * @returns its name
 * @throws GrowthRefusedError when the topic cannot grow, has a later generation, or would have no more partitions
 */
export function createGeneration(
  options: GrowthOptions,
  topic: TopicName,
  partitions: number,
): Promise<string> {
  return withBrokers(options, async (brokers) => {
    const { admin } = brokers;
    const next = laterGeneration(topic, partitions);
    const newest = await brokers.growing(topic, next);
    if (newest.name === next.name) return next.name;
    const { topics: found } = await admin.fetchTopicMetadata({ topics: [newest.name] });
    const replicas = found[0]?.partitions[0]?.replicas.length === 1 ? 1 : 3;
    const config = { ...topicConfig(topic, replicas), 'max.message.bytes': sealedBytes };
    await admin.createTopics({
      waitForLeaders: false,
      topics: [
        {
          topic: next.name,
          numPartitions: partitions,
          replicationFactor: replicas,
          configEntries: Object.entries(config).map(([name, value]) => ({
            name,
            value: String(value),
          })),
        },
      ],
    });
    await awaitLeaders(admin, [next.name]);
    return next.name;
  });
}

/**
 * Lets writers go over to the newest generation: seals the one before, waits until every leader refuses records of it, and then
 * lets the newest one accept them. It may be run again after it was stopped.
 *
 * @throws GrowthRefusedError when there is no newer generation, or when a group does not read all of it
 */
export function switchGeneration(options: GrowthOptions, topic: TopicName): Promise<string> {
  return withBrokers(options, async (brokers) => {
    const [older, newest] = await brokers.lastTwo(topic);
    await brokers.requireReaders(older, newest);
    await brokers.seal(older);
    await setSeal(brokers.admin, newest.name, bytesMaxOf(topic));
    return newest.name;
  });
}

/**
 * Removes a newest generation that has no records, and lets the one before accept records again.
 *
 * @throws GrowthRefusedError when it has records
 */
export function cancelGeneration(options: GrowthOptions, topic: TopicName): Promise<string> {
  return withBrokers(options, async (brokers) => {
    const [older, newest] = await brokers.lastTwo(topic);
    await brokers.requireUnused(newest);
    await brokers.seal(newest);
    // A record may have come before the seal.
    await brokers.requireUnused(newest).catch(async (error: unknown) => {
      await setSeal(brokers.admin, newest.name, bytesMaxOf(topic));
      throw error;
    });
    await setSeal(brokers.admin, older.name, bytesMaxOf(topic));
    await brokers.admin.deleteTopics({ topics: [newest.name] });
    return newest.name;
  });
}

/**
 * Deletes the oldest generation of a topic that has a later one.
 *
 * @throws GrowthRefusedError when a group has not handled everything of it or has no offset in the later one, and when events are
 *   in it that new groups may need
 */
export function dropGeneration(options: GrowthOptions, topic: TopicName): Promise<string> {
  return withBrokers(options, async (brokers) => {
    const [oldest, next] = await brokers.generationsOf(topic);
    if (oldest === undefined || next === undefined) {
      throw new GrowthRefusedError(`${topic} has one generation`);
    }
    const [before] = await brokers.states(topic);
    if (before === undefined) throw new GrowthRefusedError(`there is no topic ${topic}`);
    if ((await brokers.everHad(next)) === 0n) {
      throw new GrowthRefusedError(`${next.name} has no records yet: has the topic been switched?`);
    }
    for (const { group } of before.groups) await brokers.requireDrained(group, oldest, next);
    if (topics[topic].carries === 'events' && before.records > 0) {
      throw new GrowthRefusedError(
        `${oldest.name} has ${String(before.records)} events, which a new group needs: its service drops them when they are exported and old enough`,
      );
    }
    await brokers.admin.deleteTopics({ topics: [oldest.name] });
    return oldest.name;
  });
}

const bytesMaxOf = (topic: TopicName) => topicConfig(topic, 1)['max.message.bytes'] ?? 0;

async function withBrokers<Result>(
  options: GrowthOptions,
  act: (brokers: GenerationSurvey) => Promise<Result>,
): Promise<Result> {
  const kafka = kafkaClient(options.settings, options.log);
  const admin = kafka.admin();
  const producer = kafka.producer({ retry: { retries: 0 }, allowAutoTopicCreation: false });
  await admin.connect();
  try {
    await producer.connect();
    return await act(new GenerationSurvey(admin, producer, options));
  } finally {
    await Promise.all([admin.disconnect(), producer.disconnect()]);
  }
}
