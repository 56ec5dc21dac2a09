import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { Kafka } from 'kafkajs';
import { aMoment, eventually } from '@nordgate/testing';
import { isRecordGone, KafkajsVersionError, kafkajsVersion, patchKafkajs } from './adapter.js';

interface Queue {
  readonly throttleCheckTimeoutId: NodeJS.Timeout | null;
  push(request: {
    entry: { correlationId: number };
    sendRequest(): void;
    expectResponse: true;
  }): void;
  fulfillRequest(response: { correlationId: number; payload: Buffer; size: number }): void;
  maybeThrottle(ms: number): void;
  destroy(): void;
}

const RequestQueue = createRequire(import.meta.url)(
  'kafkajs/src/network/requestQueue/index.js',
) as new (options: object) => Queue;

beforeAll(() => {
  patchKafkajs();
  patchKafkajs();
});

let queue: Queue;
let sent: number[];
beforeEach(() => {
  sent = [];
  queue = new RequestQueue({
    maxInFlightRequests: 1,
    requestTimeout: 1000,
    enforceRequestTimeout: false,
    clientId: 'test',
    broker: 'nowhere',
    logger: { debug: () => undefined },
  });
});
afterEach(() => queue.destroy());

function push(correlationId: number): void {
  const entry = { correlationId, resolve: () => undefined, reject: () => undefined };
  queue.push({ entry, sendRequest: () => void sent.push(correlationId), expectResponse: true });
}

const answer = (correlationId: number) =>
  queue.fulfillRequest({ correlationId, payload: Buffer.alloc(0), size: 0 });

describe('the patched request queue of kafkajs', () => {
  it('schedules no check while no request is pending', () => {
    push(1);
    answer(1);
    expect(sent).toEqual([1]);
    expect(queue.throttleCheckTimeoutId).toBeNull();
  });

  it('sends a pending request when the answer before it arrives, then schedules no check', async () => {
    push(1);
    push(2);
    expect(sent).toEqual([1]);
    answer(1);
    expect(sent).toEqual([1, 2]);
    answer(2);
    await aMoment();
    expect(queue.throttleCheckTimeoutId).toBeNull();
  });

  it('sends a request that a broker throttled when the throttle time is over', async () => {
    queue.maybeThrottle(30);
    push(1);
    expect(sent).toEqual([]);
    await eventually('the request is sent', () => sent.length > 0);
    expect(sent).toEqual([1]);
  });
});

describe('the patched commit of kafkajs', () => {
  const { prototype } = createRequire(import.meta.url)('kafkajs/src/consumer/runner.js') as {
    prototype: { commitOffsets(this: object, offsets: object): Promise<void> };
  };
  const offsets = { topics: [] };

  /** A member whose coordinator refuses commits, and what it did. */
  function member(refusal: Error, running = true) {
    const committed: object[] = [];
    const offsetManager = {
      coordinator: 'the old one',
      cluster: { findGroupCoordinator: (of: object) => Promise.resolve(['of', of]) },
      commitOffsets(given: object) {
        committed.push(given);
        return Promise.reject(refusal);
      },
    };
    const runner = { running, consumerGroup: { groupId: 'a-group', offsetManager } };
    const commit = () => prototype.commitOffsets.call(runner, offsets);
    return { commit, committed, offsetManager };
  }

  const refusal = (type: string) =>
    Object.assign(new Error('refused'), { name: 'KafkaJSProtocolError', type });
  const away = Object.assign(new Error('gone'), { name: 'KafkaJSBrokerNotFound' });

  it.each([
    ['coordinates the group no longer', refusal('NOT_COORDINATOR_FOR_GROUP')],
    ['is away', away],
  ])(
    'is one attempt, and the next one goes to the coordinator of then, when the broker %s',
    async (_what, error) => {
      const { commit, committed, offsetManager } = member(error);
      await expect(commit()).rejects.toBe(error);
      expect(committed).toEqual([offsets]);
      expect(offsetManager.coordinator).toEqual(['of', { groupId: 'a-group' }]);
    },
  );

  it('keeps the coordinator when the member has to join its group again', async () => {
    const error = refusal('ILLEGAL_GENERATION');
    const { commit, offsetManager } = member(error);
    await expect(commit()).rejects.toBe(error);
    expect(offsetManager.coordinator).toBe('the old one');
  });

  it('commits nothing after a crash, because the next consumer reads from the committed offsets', async () => {
    const { commit, committed } = member(away, false);
    await commit();
    expect(committed).toEqual([]);
  });
});

describe('the patched fetch of kafkajs', () => {
  const { prototype } = createRequire(import.meta.url)('kafkajs/src/consumer/runner.js') as {
    prototype: { fetch(this: object, nodeId: number): Promise<unknown[]> };
  };

  it('leaves time for other work when the member has stopped', async () => {
    const logger = { debug: () => undefined };
    const fetchManager = { getFetchers: () => [] };
    const runner = { running: false, consumerGroup: { groupId: 'a-group' }, logger, fetchManager };
    let isOtherDone = false;
    setTimeout(() => (isOtherDone = true));
    for (let asked = 0; asked < 10_000 && !isOtherDone; asked += 1) {
      expect(await prototype.fetch.call(runner, 1)).toEqual([]);
    }
    expect(isOtherDone).toBe(true);
  });
});

interface Connection {
  connect(): Promise<boolean>;
  isConnected(): boolean;
  send(call: { readonly request: object; readonly response: object }): Promise<unknown>;
  disconnect(): Promise<boolean>;
}

describe('the patched connection of kafkajs', () => {
  const load = createRequire(import.meta.url);
  const KafkajsConnection = load('kafkajs/src/network/connection.js') as new (
    options: object,
  ) => Connection;
  const socketFactory = load('kafkajs/src/network/socketFactory.js') as () => object;
  const Encoder = load('kafkajs/src/protocol/encoder.js') as new () => object;
  const logger = { namespace: () => logger, debug: () => undefined, error: () => undefined };

  const request = {
    ...{ apiKey: 3, apiName: 'Metadata', apiVersion: 6 },
    encode: () => Promise.resolve(new Encoder()),
  };

  async function connectionTo(server: Server, requestTimeout: number): Promise<Connection> {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const connection = new KafkajsConnection({
      ...{ host: '127.0.0.1', port: (server.address() as AddressInfo).port, logger },
      ...{ socketFactory: socketFactory(), requestTimeout, connectionTimeout: 20_000 },
    });
    await connection.connect();
    return connection;
  }

  it('forgets the part of an answer in which it was lost before it connects again', async () => {
    const parts = [Buffer.from([0, 0, 0, 100, 0, 0])];
    const server = createServer((socket) => {
      socket.on('data', (asked) => {
        const part = parts.shift();
        if (part !== undefined) return socket.end(part);
        const correlationId = asked.subarray(8, 12);
        return socket.write(Buffer.concat([Buffer.from([0, 0, 0, 6]), correlationId, answer]));
      });
    });
    const answer = Buffer.from('ok');
    const connection = await connectionTo(server, 20_000);
    const response = {
      decode: (bytes: Buffer) => Promise.resolve(bytes),
      parse: (bytes: Buffer) => Promise.resolve(bytes.toString()),
    };
    await expect(connection.send({ request, response })).rejects.toMatchObject({
      name: 'KafkaJSConnectionClosedError',
    });
    await eventually('it is not connected', () => !connection.isConnected());
    await connection.connect();
    expect(await connection.send({ request, response })).toBe('ok');
    await connection.disconnect();
    server.close();
  });

  it('is closed when the broker is silent, and not used for the next request', async () => {
    const accepted: Socket[] = [];
    const server = createServer((socket) => accepted.push(socket.resume()));
    const connection = await connectionTo(server, 50);
    await eventually('the broker accepts', () => accepted.length === 1);
    const [socket] = accepted as [Socket];
    const closed = once(socket, 'close');
    await expect(connection.send({ request, response: {} })).rejects.toMatchObject({
      name: 'KafkaJSRequestTimeoutError',
    });
    await closed;
    await eventually('it is not connected', () => !connection.isConnected());
    server.close();
  });
});

describe('the adapter to kafkajs', () => {
  it('is written for the installed version', () => {
    expect(() => patchKafkajs()).not.toThrow();
    expect(kafkajsVersion).toBe('2.2.4');
  });

  it('changes the copy of kafkajs that clients are made of', () => {
    const changed = createRequire(import.meta.url)('kafkajs') as { readonly Kafka: unknown };
    expect(changed.Kafka).toBe(Kafka);
  });

  it.each(['2.2.3', '2.2.5', '2.3.0-beta.1', '3.0.0'])('refuses kafkajs %s', (installed) => {
    const patch = () => patchKafkajs(installed);
    expect(patch).toThrow(KafkajsVersionError);
    expect(patch).toThrow(`kafkajs ${installed} is installed`);
  });
});

describe('the patched fetch of kafkajs', () => {
  const { prototype } = createRequire(import.meta.url)('kafkajs/src/consumer/consumerGroup.js') as {
    prototype: { recoverFromOffsetOutOfRange(this: object, error: Error): Promise<void> };
  };
  const error = Object.assign(new Error('out of range'), { topic: 'a-topic', partition: 2 });

  /** A member whose next record is gone, and where it was sent to instead. */
  function member(fromBeginning: boolean, followers: object = {}) {
    const sentTo: object[] = [];
    const group = {
      topicConfigurations: { 'a-topic': { fromBeginning } },
      preferredReadReplicasPerTopicPartition: { 'a-topic': followers },
      logger: { error: () => undefined, info: () => undefined },
      offsetManager: {
        setDefaultOffset(of: object) {
          sentTo.push(of);
          return Promise.resolve();
        },
      },
    };
    return {
      sentTo,
      followers,
      recover: () => prototype.recoverFromOffsetOutOfRange.call(group, error),
    };
  }

  it('lets a consumer that reads from the beginning crash in place of skipping records', async () => {
    const { recover, sentTo } = member(true);
    await expect(recover()).rejects.toBe(error);
    expect(sentTo).toEqual([]);
  });

  it('asks the leader when a follower does not have the record', async () => {
    const { followers, recover, sentTo } = member(true, { 2: { nodeId: 1 } });
    await recover();
    expect([followers, sentTo]).toEqual([{}, []]);
  });

  it('crashes with an error that is known, also as the retries of kafkajs wrap it', async () => {
    const load = createRequire(import.meta.url);
    const retry = load('kafkajs/src/retry/index.js') as (
      options: object,
    ) => (act: () => Promise<void>) => Promise<void>;
    const { KafkaJSOffsetOutOfRange } = load('kafkajs/src/errors.js') as {
      KafkaJSOffsetOutOfRange: new (cause: object, place: object) => Error;
    };
    const cause = { message: 'out of range', retriable: false, type: 'OFFSET_OUT_OF_RANGE' };
    const gone = new KafkaJSOffsetOutOfRange(cause, { topic: 'a-topic', partition: 2 });
    const crash = await retry({})(() => Promise.reject(gone)).catch((wrapped: unknown) => wrapped);
    expect([isRecordGone(gone), isRecordGone(crash)]).toEqual([true, true]);
    expect([new Error('out of range'), undefined].map(isRecordGone)).toEqual([false, false]);
  });

  it('lets a consumer go on at the end that reads what is new', async () => {
    const { recover, sentTo } = member(false);
    await recover();
    expect(sentTo).toEqual([{ topic: 'a-topic', partition: 2 }]);
  });
});
