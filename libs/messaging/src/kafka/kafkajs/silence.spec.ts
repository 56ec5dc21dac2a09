import { jest } from '@jest/globals';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { aMoment, eventually } from '@nordgate/testing';
import { patchKafkajs } from './adapter.js';

interface Connection {
  connect(): Promise<boolean>;
  isConnected(): boolean;
  send(call: object): Promise<unknown>;
  disconnect(): Promise<boolean>;
}

const load = createRequire(import.meta.url);
const KafkajsConnection = load('kafkajs/src/network/connection.js') as new (
  options: object,
) => Connection;
const socketFactory = load('kafkajs/src/network/socketFactory.js') as () => object;
const Encoder = load('kafkajs/src/protocol/encoder.js') as new () => object;
const logger = { namespace: () => logger, debug: () => undefined, error: () => undefined };
const timeoutMs = 10_000;

/** A broker behind a network that forgets its connections: what is sent on them vanishes, and no end is told. */
class Broker {
  isForgotten = false;
  requests = 0;
  /** Answers the last request. */
  answer: () => void = () => undefined;
  private readonly sockets: Socket[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Broker> {
    const server = createServer();
    const broker = new Broker(server);
    server.on('connection', (socket) => broker.accept(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return broker;
  }

  private accept(socket: Socket): void {
    this.sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (asked) => {
      this.requests += 1;
      this.answer = () =>
        socket.write(Buffer.concat([Buffer.from([0, 0, 0, 6]), asked.subarray(8, 12), answer]));
      if (!this.isForgotten) this.answer();
    });
  }

  async connection(): Promise<Connection> {
    const connection = new KafkajsConnection({
      ...{ host: '127.0.0.1', port: (this.server.address() as AddressInfo).port, logger },
      ...{ socketFactory: socketFactory(), requestTimeout: timeoutMs, connectionTimeout: 20_000 },
    });
    await connection.connect();
    return connection;
  }

  stop(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}

const answer = Buffer.from('ok');

/** Asks a broker. @returns how the request ends: its answer, or the name of the error */
function ask(connection: Connection, requestTimeout?: number): Promise<unknown> {
  const request = {
    ...{ apiKey: 3, apiName: 'Metadata', apiVersion: 6 },
    encode: () => Promise.resolve(new Encoder()),
  };
  const response = {
    decode: (bytes: Buffer) => Promise.resolve(bytes),
    parse: (bytes: Buffer) => Promise.resolve(bytes.toString()),
  };
  return connection
    .send({ request, response, requestTimeout })
    .catch((error: unknown) => (error as Error).name);
}

/** Sends a request whose answer does not come before the clock goes on. */
async function sent(
  at: number,
  requestTimeout?: number,
): Promise<{ readonly outcome: Promise<unknown> }> {
  const [broker, connection] = [brokers[at], connections[at]] as [Broker, Connection];
  const before = broker.requests;
  const outcome = ask(connection, requestTimeout);
  await eventually('the broker has the request', () => broker.requests > before);
  return { outcome };
}

let brokers: Broker[];
let connections: Connection[];
let aheadMs: number;

beforeAll(() => patchKafkajs());
beforeEach(async () => {
  aheadMs = 0;
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
  brokers = await Promise.all([Broker.start(), Broker.start(), Broker.start()]);
  connections = await Promise.all(brokers.map((broker) => broker.connection()));
  await Promise.all(connections.map((connection) => ask(connection)));
});
afterEach(() => {
  for (const broker of brokers) broker.stop();
  jest.restoreAllMocks();
});

const connected = () => connections.map((connection) => connection.isConnected());

describe('the connections of a process to brokers', () => {
  it('are all closed when one answer is late and nothing was heard on the others', async () => {
    for (const broker of brokers) broker.isForgotten = true;
    const late = await sent(0);
    aheadMs += timeoutMs / 4;
    const behind = await sent(1);
    aheadMs += timeoutMs - timeoutMs / 4 + 100;
    expect(await late.outcome).toBe('KafkaJSRequestTimeoutError');
    expect(await behind.outcome).toBe('KafkaJSConnectionError');
    await eventually('none is connected', () => !connected().includes(true));
    for (const broker of brokers) broker.isForgotten = false;
    const idle = connections[2] as Connection;
    await idle.connect();
    expect(await ask(idle)).toBe('ok');
  });

  it('stay when their brokers were heard while the other one waited', async () => {
    forget(0);
    const late = await sent(0);
    aheadMs += timeoutMs - 2000;
    expect(await Promise.all(connections.slice(1).map((one) => ask(one)))).toEqual(['ok', 'ok']);
    aheadMs += 2500;
    expect(await late.outcome).toBe('KafkaJSRequestTimeoutError');
    await aMoment();
    expect(connected()).toEqual([false, true, true]);
  });

  it('stay when answers have come that the process has not read, because it stood still', async () => {
    for (const broker of brokers) broker.isForgotten = true;
    const late = await sent(0);
    aheadMs += timeoutMs / 2;
    const unread = await sent(1);
    aheadMs += timeoutMs / 2 + 100;
    // The event loop looks for late requests before it reads.
    await turn();
    (brokers[1] as Broker).answer();
    standStill(300);
    expect(await unread.outcome).toBe('ok');
    expect(await late.outcome).toBe('KafkaJSRequestTimeoutError');
    await aMoment();
    expect(connected()).toEqual([false, true, false]);
  });

  it('stay while a broker may be silent for longer, as in a join of a group', async () => {
    for (const broker of brokers) broker.isForgotten = true;
    const late = await sent(0);
    const join = await sent(1, 2 * timeoutMs);
    aheadMs += timeoutMs + 100;
    expect(await late.outcome).toBe('KafkaJSRequestTimeoutError');
    await aMoment();
    expect(connected()).toEqual([false, true, false]);
    aheadMs += timeoutMs;
    expect(await join.outcome).toBe('KafkaJSRequestTimeoutError');
  });
});

const forget = (at: number) => ((brokers[at] as Broker).isForgotten = true);

/** Keeps the event loop from its turns for this time. */
function standStill(ms: number): void {
  const end = Date.now() + ms;
  while (Date.now() < end);
}
