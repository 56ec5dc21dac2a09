import { partitionsDefault, topics } from '@nordgate/contracts/topics';
import type { TopicName } from '@nordgate/contracts/topics';
import type { KafkaSettings } from './kafka-settings.js';

/** A topic of the brokers that has records of a topic of the bank (docs/adr/0081). */
export interface Generation {
  readonly topic: TopicName;
  /** Its name for the brokers: that of the topic, or with a number of partitions behind it. */
  readonly name: string;
  /** The keys of its records are placed over so many partitions. */
  readonly partitions: number;
}

/** Whether a topic can have more than one generation: commands and events can. */
export function canGrow(topic: TopicName): boolean {
  const { carries } = topics[topic];
  return carries === 'commands' || carries === 'events';
}

/** The generation of every topic with which a bank begins. */
export function firstGeneration(
  topic: TopicName,
  { topicPartitions = partitionsDefault }: Pick<KafkaSettings, 'topicPartitions'> = {},
): Generation {
  return { topic, name: topic, partitions: topicPartitions };
}

/** A generation that follows, with its number of partitions. */
export function laterGeneration(topic: TopicName, partitions: number): Generation {
  return { topic, name: `${topic}.p${String(partitions)}`, partitions };
}

/** The generation with this name; undefined for a topic that is not of the bank. */
export function generationNamed(
  name: string,
  settings?: Pick<KafkaSettings, 'topicPartitions'>,
): Generation | undefined {
  if (isTopic(name)) return firstGeneration(name, settings);
  const [, topic = '', digits = ''] = /^([a-z.]+\.v\d)\.p([1-9]\d{0,3})$/u.exec(name) ?? [];
  if (!isTopic(topic) || !canGrow(topic)) return undefined;
  return laterGeneration(topic, Number(digits));
}

/** The generations of a topic among these names of topics, the oldest one first. */
export function generationsAmong(
  names: Iterable<string>,
  topic: TopicName,
  settings?: Pick<KafkaSettings, 'topicPartitions'>,
): readonly Generation[] {
  return [...names]
    .map((name) => generationNamed(name, settings))
    .filter((one) => one !== undefined)
    .filter((one) => one.topic === topic)
    .sort((one, other) => rankOf(one) - rankOf(other));
}

/** Those of all generations of a topic that are older than one of them. */
export function olderThan(one: Generation, all: readonly Generation[]): readonly Generation[] {
  return all.filter((other) => rankOf(other) < rankOf(one));
}

/** The first generation is the oldest one. Each later one has more partitions than the one before. */
function rankOf({ topic, name, partitions }: Generation): number {
  return name === topic ? 0 : partitions;
}

/** The consumer group that reads a generation for the group of a topic. */
export function groupIn({ topic, name }: Generation, group: string): string {
  return `${group}${name.slice(topic.length)}`;
}

const isTopic = (name: string): name is TopicName => Object.hasOwn(topics, name);
