export { contractStreams } from './bus-harness.js';
export type { BusHarness, MakeHarness } from './bus-harness.js';
export { journal, note } from './journal.js';
export type { Note } from './journal.js';
export { firstGeneration } from '../kafka/generations.js';
export { kafkaClient } from '../kafka/kafka-settings.js';
export { setSeal, untilSealed } from '../kafka/topic-seal.js';
export { CrashableBus } from './crashable-bus.js';
export { CuttableSockets } from './cuttable-sockets.js';
