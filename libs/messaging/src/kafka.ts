export { createTopics } from './kafka/create-topics.js';
export { groupLag } from './kafka/group-lag.js';
export type { GroupLag } from './kafka/group-lag.js';
export { KafkaBus } from './kafka/kafka-bus.js';
export type { KafkaSettings } from './kafka/kafka-settings.js';
export { mendKafkajs } from './kafka/mended-kafkajs.js';
export { readTopics } from './kafka/read-topics.js';
