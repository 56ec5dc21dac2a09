import { randomUUID } from 'node:crypto';
import { createTopics, KafkaBus } from '@nordgate/messaging/kafka';
import { kafkaClient } from '@nordgate/messaging/testing';
import { createLog } from '@nordgate/telemetry';
import { eventually, outcomeOf } from '@nordgate/testing';
import type { Operations } from './operations-client.js';
import { operatorProgram } from './operator-program.js';

const log = createLog({ app: 'operator-test', level: 'silent' });
const brokers = process.env['NORDGATE_TEST_KAFKA'] ?? '';
const settings = { brokers: brokers.split(','), clientId: 'operator-test' };
const topic = 'batch.commands.v1';
const group = `growth-${randomUUID()}`;
let bus: KafkaBus;
let handled = 0;

beforeAll(async () => {
  await createTopics({ settings, log, replicationFactor: 1 });
  bus = new KafkaBus({ settings, log, lookMs: 200 });
  await bus.consume({
    topic,
    group,
    handle: ({ messages }) => Promise.resolve(void (handled += messages.length)),
  });
});
afterAll(async () => {
  await bus.close();
  const admin = kafkaClient(settings, log).admin();
  await admin.connect();
  const all = (await admin.listTopics()).filter((name) => name.startsWith(topic));
  await admin.deleteTopics({ topics: all });
  await admin.disconnect();
});

/** What the command prints. */
async function topics(...words: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const env = { KAFKA_BROKERS: brokers, NORDGATE_PLAINTEXT_TO: 'kafka' };
  const program = operatorProgram({} as Operations, (text) => lines.push(text), env);
  await program.parseAsync(['topics', ...words], { from: 'user' });
  return lines.join('\n');
}

const send = (key: string) => bus.publish(topic, [{ key, value: '{}', headers: {} }]);
const rowOf = (list: string, name: string) =>
  list.split('\n').find((line) => line.startsWith(`${name} `));

it('the commands of the operator let a topic grow from 12 to 24 partitions, and delete its old generation', async () => {
  await send('before');
  await eventually('it is handled', () => handled === 1);
  await expect(topics('switch', topic)).rejects.toThrow('create the next one first');
  expect(await topics('create', topic, '--partitions', '24')).toContain(`${topic}.p24 is there`);
  expect(await outcomeOf(topics('drop', topic))).toBe('rejected');
  expect(await topics('switch', topic)).toContain(`${topic}.p24 accepts records`);
  await send('after');
  await eventually('it is handled', () => handled === 2);
  await eventually('the new generation has it', async () => {
    const row = rowOf(await topics('list'), `${topic}.p24`) ?? '';
    return /^\S+ +24 +1 +growth-\S+\.p24 +0 +yes$/.test(row);
  });
  expect(await topics('drop', topic)).toBe(`${topic} is gone.`);
  const left = await topics('list');
  expect([rowOf(left, topic), rowOf(left, `${topic}.p24`)]).toEqual([
    undefined,
    expect.stringContaining(group),
  ]);
});
