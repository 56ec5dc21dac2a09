// Creates the topics of the bank that do not exist yet, one replica each. Runs in an image of the bank, in its folder
// /app: KAFKA_BROKERS=kafka:9092 node create-topics.mjs. TOPIC_PARTITIONS has to be that of every process of the bank.
import { createTopics } from '@nordgate/messaging/kafka';
import { createLog, logDestination } from '@nordgate/telemetry';

const brokers = process.env.KAFKA_BROKERS?.split(',') ?? [];
const partitions = process.env.TOPIC_PARTITIONS;
const log = createLog({ app: 'topics', destination: await logDestination('json') });
await createTopics({
  settings: {
    brokers,
    clientId: 'nordgate-topics',
    ...(partitions !== undefined && { topicPartitions: Number(partitions) }),
  },
  log,
  replicationFactor: 1,
});
log.info('the topics exist');
