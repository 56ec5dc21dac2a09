export { createTopics, topicConfig } from './kafka/topic-admin.js';
export { groupLag } from './kafka/group-lag.js';
export type { GroupLag } from './kafka/group-lag.js';
export { rewind, rewindsOf } from './kafka/group-offsets.js';
export type { GroupRewind } from './kafka/group-offsets.js';
export { KafkaBus } from './kafka/kafka-bus.js';
export type { KafkaSettings } from './kafka/kafka-settings.js';
export { patchKafkajs } from './kafka/kafkajs/adapter.js';
export { readBatches, readTopics } from './kafka/read-topics.js';
