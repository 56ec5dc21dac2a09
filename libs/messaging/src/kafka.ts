export { createTopics, topicConfig } from './kafka/topic-admin.js';
export type { EndedRecords } from './kafka/drop-records.js';
export { ExportHistory, HistoryBrokenError } from './kafka/event-history.js';
export type { EventHistory, HistoryPart, HistoryStart } from './kafka/event-history.js';
export { canGrow, generationNamed } from './kafka/generations.js';
export type { Generation } from './kafka/generations.js';
export { groupLag } from './kafka/group-lag.js';
export type { GroupLag } from './kafka/group-lag.js';
export { rewind, rewindsOf } from './kafka/group-offsets.js';
export type { GroupRewind } from './kafka/group-offsets.js';
export { KafkaBus } from './kafka/kafka-bus.js';
export type { KafkaSettings } from './kafka/kafka-settings.js';
export { patchKafkajs } from './kafka/kafkajs/adapter.js';
export { readBatches, readTopics } from './kafka/read-topics.js';
export {
  cancelGeneration,
  createGeneration,
  dropGeneration,
  generationStates,
  switchGeneration,
} from './kafka/topic-growth.js';
export { GrowthRefusedError } from './kafka/generation-survey.js';
export type { GenerationState } from './kafka/generation-survey.js';
