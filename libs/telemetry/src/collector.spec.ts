import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startTelemetry } from './start.js';
import type { Telemetry } from './start.js';
import { inSpan } from './tracing.js';

/** A collector that takes requests and answers them only when the test says so. */
const held: ServerResponse[] = [];
const arrivals = new EventEmitter();
let hangs = true;
let received = 0;
let status = 200;
const collector = createServer((request, answer) => {
  void text(request).then((body) => {
    received += body.split('"spanId"').length - 1;
    if (hangs) held.push(answer);
    else answer.writeHead(status).end('{}');
    arrivals.emit('request');
  });
});

/** A request of the business, which makes a span. */
const requests = async (count: number) => {
  for (let i = 0; i < count; i += 1) await inSpan('request', {}, () => undefined);
};

/** Resolves when the requests that have arrived make the condition true. */
async function untilArrived(condition: () => boolean): Promise<void> {
  while (!condition()) await once(arrivals, 'request');
}

let telemetry: Telemetry;
let endpoint: string;

/** How many spans were lost for this cause. */
async function lost(cause: string): Promise<number> {
  const series = new RegExp(
    `^nordgate_spans_lost_total{[^}]*nordgate_cause="${cause}"[^}]*} (\\d+)`,
    'm',
  );
  return Number(series.exec(await telemetry.scrape())?.[1]);
}

describe('a collector that hangs', () => {
  beforeAll(async () => {
    await once(collector.listen(0, '127.0.0.1'), 'listening');
    const { port } = collector.address() as AddressInfo;
    endpoint = `http://127.0.0.1:${String(port)}/v1/traces`;
    telemetry = startTelemetry({ service: 'test', version: '0', tracesEndpoint: endpoint });
  });
  afterAll(() => {
    hangs = false;
    for (const answer of held.splice(0)) answer.end('{}');
    collector.close();
  });

  it('is a counter of lost spans from the start on', async () => {
    expect([await lost('queue'), await lost('export')]).toEqual([0, 0]);
  });

  it('delays no request, and costs the memory of 2048 spans at most', async () => {
    await requests(10_000);
    await untilArrived(() => held.length > 0);
    const inFlight = received;
    expect(inFlight).toBeLessThanOrEqual(512);
    expect(await lost('queue')).toBe(10_000 - inFlight - 2048);
    hangs = false;
    for (const answer of held.splice(0)) answer.end('{}');
    await untilArrived(() => received === inFlight + 2048);
    await requests(1);
    // Comes after everything that was sent before.
    await fetch(endpoint);
    // On a slow machine, the exporter may have sent the last span meanwhile: it waits five seconds for more.
    expect([0, 1]).toContain(received - inFlight - 2048);
  });

  it('loses the spans that it refuses, which are counted', async () => {
    const [dropped, before] = [await lost('queue'), received];
    status = 400;
    // A full batch, also where the span of the case before was sent alone.
    await requests(512);
    while ((await lost('export')) < 512) await nextTurn();
    status = 200;
    expect([await lost('queue'), await lost('export')]).toEqual([dropped, received - before]);
  });

  it('does not keep the process from its end', async () => {
    hangs = true;
    await requests(1000);
    await untilArrived(() => held.length > 0);
    await telemetry.stop();
    // The exporter itself would give up later, and close the connection.
    expect(held.map(({ destroyed }) => destroyed)).toContain(false);
  });
});
