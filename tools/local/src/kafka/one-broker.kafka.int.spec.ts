import { randomUUID } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';
import { patchKafkajs } from '@nordgate/messaging/kafka';

const bootstrap = (process.env['NORDGATE_TEST_KAFKA'] ?? '').split(',');

it('the broker of the run keeps the records of a topic for its consumers', async () => {
  // Without the patch, kafkajs sets timers with negative delays on idle connections.
  patchKafkajs();
  const kafka = new Kafka({ brokers: bootstrap, logLevel: logLevel.NOTHING });
  const topic = randomUUID();
  const admin = kafka.admin();
  const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1 });
  const consumer = kafka.consumer({ groupId: topic });
  await Promise.all([admin.connect(), producer.connect(), consumer.connect()]);
  try {
    await admin.createTopics({ topics: [{ topic, numPartitions: 3 }], waitForLeaders: true });
    const sent = Array.from({ length: 30 }, (_, n) => ({ key: `key-${n % 5}`, value: `${n}` }));
    await producer.send({ topic, messages: sent, acks: -1 });

    const read: string[] = [];
    await consumer.subscribe({ topic, fromBeginning: true });
    await new Promise<void>((done) => {
      void consumer.run({
        eachMessage: ({ message }) => {
          read.push(String(message.value));
          if (read.length === sent.length) done();
          return Promise.resolve();
        },
      });
    });
    expect(read.toSorted()).toEqual(sent.map(({ value }) => value).toSorted());
  } finally {
    await Promise.all([consumer.disconnect(), producer.disconnect()]);
    await admin.deleteTopics({ topics: [topic] });
    await admin.disconnect();
  }
});
