import { chooseBroker } from './worker-broker.ts';

const brokers = '127.0.0.1:20001 127.0.0.1:20002';

it.each([
  ['1', '127.0.0.1:20001'],
  ['2', '127.0.0.1:20002'],
  [undefined, '127.0.0.1:20001'],
])('gives worker %s of a Kafka run the broker %s alone', (worker, broker) => {
  const env: NodeJS.ProcessEnv = { NORDGATE_TEST_KAFKAS: brokers };
  if (worker !== undefined) env['JEST_WORKER_ID'] = worker;
  chooseBroker(env);
  expect(env['NORDGATE_TEST_KAFKA']).toBe(broker);
});

it('lets no worker use the broker of another one', () => {
  const env = { NORDGATE_TEST_KAFKAS: brokers, JEST_WORKER_ID: '3' };
  expect(() => chooseBroker(env)).toThrow('worker 3 has no broker');
});

it('leaves a run without brokers for its workers as it is', () => {
  const env: NodeJS.ProcessEnv = { JEST_WORKER_ID: '2', NORDGATE_TEST_KAFKA: 'kafka.example:9092' };
  chooseBroker(env);
  expect(env['NORDGATE_TEST_KAFKA']).toBe('kafka.example:9092');
});
