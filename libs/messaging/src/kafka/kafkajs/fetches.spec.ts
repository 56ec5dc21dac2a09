import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { isPending } from '@nordgate/testing';
import { pace } from '../../pace.js';
import { patchKafkajs } from './adapter.js';

interface Connection {
  connect(): Promise<boolean>;
  isConnected(): boolean;
  send(call: object): Promise<unknown>;
}

interface Fetcher {
  start(): Promise<void>;
  stop(): Promise<void>;
}

const load = createRequire(import.meta.url);
const KafkajsConnection = load('kafkajs/src/network/connection.js') as new (
  options: object,
) => Connection;
const socketFactory = load('kafkajs/src/network/socketFactory.js') as () => object;
const Encoder = load('kafkajs/src/protocol/encoder.js') as new () => object;
const createFetchManager = load('kafkajs/src/consumer/fetchManager.js') as (options: object) => {
  start(): Promise<void>;
  stop(): Promise<void>;
  getFetchers(): Fetcher[];
};
const members = load('kafkajs/src/consumer/consumerGroup.js') as { prototype: object };
const runners = load('kafkajs/src/consumer/runner.js') as {
  prototype: { fetch(this: object, nodeId: string): Promise<unknown[]> };
};
const logger = { namespace: () => logger, debug: () => undefined, error: () => undefined };

/** Accepts requests and keeps them. */
let broker: Server;
let accepted: Socket[];
let connection: Connection;

beforeAll(() => patchKafkajs());
beforeEach(async () => {
  accepted = [];
  broker = createServer((socket) => accepted.push(socket.on('error', () => undefined)));
  broker.listen(0, '127.0.0.1');
  await once(broker, 'listening');
  connection = new KafkajsConnection({
    ...{ host: '127.0.0.1', port: (broker.address() as AddressInfo).port, logger },
    ...{ socketFactory: socketFactory(), requestTimeout: 60_000, connectionTimeout: 20_000 },
  });
});
afterEach(() => {
  for (const socket of accepted) socket.destroy();
  broker.close();
});

/** A member that fetches from one broker, by the fetchers of kafkajs. */
function aMember() {
  const state = { led: [3], paused: [] as number[], asks: 0 };
  const consumerGroup = Object.assign(Object.create(members.prototype) as { maxWaitTime: number }, {
    groupId: 'a-group',
    subscriptionState: {
      assigned: () => [{ topic: 'a-topic', partitions: [3] }],
      paused: () => state.paused.map((one) => ({ topic: 'a-topic', partitions: [one] })),
    },
    cluster: { brokerPool: { brokers: { 1: { connectionPool: { pool: [{}, connection] } } } } },
    getNodeIds: () => ['1'],
    filterPartitionsByNode: () => [{ topic: 'a-topic', partitions: state.led }],
    async fetch() {
      state.asks += 1;
      await connection.connect();
      return connection.send({ request, response: {} });
    },
  });
  consumerGroup.maxWaitTime = pace.consumer.fetchWaitMs;
  const runner = {
    ...{ running: true, consumerGroup, logger, heartbeat: () => Promise.resolve() },
    instrumentationEmitter: { emit: () => undefined },
    fetchManager: createFetchManager({
      logger,
      getNodeIds: () => ['1'],
      fetch: (nodeId: string) => runners.prototype.fetch.call(runner, nodeId),
      handler: () => Promise.resolve(),
    }),
  };
  return { runner, consumerGroup, state };
}

const request = {
  ...{ apiKey: 1, apiName: 'Fetch', apiVersion: 11 },
  encode: () => Promise.resolve(new Encoder()),
};

/** Lets the member fetch until the broker has the request. */
async function fetching({ fetchManager }: ReturnType<typeof aMember>['runner']) {
  const fetcher = { ended: fetchManager.start() };
  const [socket] = (await once(broker, 'connection')) as [Socket];
  await once(socket, 'data');
  return { ...fetcher, socket };
}

describe('a fetch that waits at a broker', () => {
  it('ends when its fetcher is stopped, and so does the connection on which the broker holds it', async () => {
    const { runner, state } = aMember();
    const { ended, socket } = await fetching(runner);
    expect(await isPending(ended)).toBe(true);
    const closed = once(socket, 'close');
    await runner.fetchManager.stop();
    await Promise.all([ended, closed]);
    expect(state.asks).toBe(1);
  });

  it('leaves the fetch alone that follows it', async () => {
    const { runner } = aMember();
    const stopped = await fetching(runner);
    stopped.socket.pause();
    await runner.fetchManager.stop();
    await stopped.ended;
    const { ended } = await fetching(runner);
    stopped.socket.end();
    expect(await isPending(ended)).toBe(true);
    expect(connection.isConnected()).toBe(true);
    await runner.fetchManager.stop();
  });
});

describe('the time for which a fetch may wait', () => {
  const { fetchWaitMs, shortFetchWaitMs } = pace.consumer;

  it('is long while the member reads all its partitions, from each broker', () => {
    expect(aMember().consumerGroup.maxWaitTime).toBe(fetchWaitMs);
  });

  it('is short while a partition is paused, because the next fetch reads it when it is resumed', () => {
    const { consumerGroup, state } = aMember();
    state.paused = [3];
    expect(consumerGroup.maxWaitTime).toBe(shortFetchWaitMs);
    state.paused = [];
    expect(consumerGroup.maxWaitTime).toBe(fetchWaitMs);
  });

  it('is short while a broker leads none of the partitions, because the wait is no request then', () => {
    const { consumerGroup, state } = aMember();
    state.led = [];
    expect(consumerGroup.maxWaitTime).toBe(shortFetchWaitMs);
  });

  it('is never longer than the consumer was made with', () => {
    const { consumerGroup, state } = aMember();
    consumerGroup.maxWaitTime = pace.inspection.fetchWaitMs;
    state.paused = [3];
    expect(consumerGroup.maxWaitTime).toBe(pace.inspection.fetchWaitMs);
  });

  it('is over when the fetcher is stopped before it has sent the request, until there is another one', async () => {
    const { consumerGroup, runner } = aMember();
    const { ended } = await fetching(runner);
    await runner.fetchManager.stop();
    await ended;
    expect(consumerGroup.maxWaitTime).toBe(0);
    const next = await fetching(runner);
    expect(consumerGroup.maxWaitTime).toBe(fetchWaitMs);
    await runner.fetchManager.stop();
    await next.ended;
  });

  it('is shorter than half the time after which connections count as silent', () => {
    expect(fetchWaitMs).toBeLessThan(pace.connection.requestTimeoutMs / 2);
  });

  it('leaves time for two heartbeats in a session, when one is not due yet after a fetch', () => {
    const { heartbeatMs, sessionMs } = pace.consumer;
    expect(2 * heartbeatMs).toBeLessThan(sessionMs);
    expect(heartbeatMs).toBeLessThan(fetchWaitMs);
    expect(heartbeatMs + fetchWaitMs).toBeLessThan(sessionMs / 1.5);
  });
});
