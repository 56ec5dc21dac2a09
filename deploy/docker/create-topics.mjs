// Creates the topics of the bank that do not exist yet, one replica each. Runs in an image of the bank, in its folder
// /app: KAFKA_BROKERS=kafka:9092 node create-topics.mjs
import { createTopics } from '@nordgate/messaging/kafka';
import { createLog, logDestination } from '@nordgate/telemetry';

const brokers = process.env.KAFKA_BROKERS?.split(',') ?? [];
const log = createLog({ app: 'topics', destination: await logDestination('json') });
await createTopics({
  settings: { brokers, clientId: 'nordgate-topics' },
  log,
  replicationFactor: 1,
});
log.info('the topics exist');
