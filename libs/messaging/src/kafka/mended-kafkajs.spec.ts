import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { mendKafkajs } from './mended-kafkajs.js';

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
  mendKafkajs();
  mendKafkajs();
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

describe('a mended queue of requests', () => {
  it('looks no further while nothing waits', () => {
    push(1);
    answer(1);
    expect(sent).toEqual([1]);
    expect(queue.throttleCheckTimeoutId).toBeNull();
  });

  it('sends what waited for an answer when that comes, and then is at rest', async () => {
    push(1);
    push(2);
    expect(sent).toEqual([1]);
    answer(1);
    expect(sent).toEqual([1, 2]);
    answer(2);
    await pause(50);
    expect(queue.throttleCheckTimeoutId).toBeNull();
  });

  it('sends what the brokers had asked to hold back once their time is over', async () => {
    queue.maybeThrottle(30);
    push(1);
    expect(sent).toEqual([]);
    for (let waited = 0; sent.length === 0 && waited < 500; waited += 1) await pause(10);
    expect(sent).toEqual([1]);
  });
});
