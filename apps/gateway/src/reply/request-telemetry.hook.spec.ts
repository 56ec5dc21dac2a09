import { jest } from '@jest/globals';
import { aDomesticPayment, singlePath } from '@nordgate/testing';
import { startTelemetry } from '@nordgate/telemetry';
import { TppClient } from '@nordgate/tpp-client';
import { context } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { bytesOf, rawRequest, statusesIn } from '../testing/raw-request.js';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';
const valid = `traceparent: 00-${traceId}-${spanId}-01`;
const members = (count: number, length: number) =>
  Array.from({ length: count }, (_, i) => `m${String(i)}=${'v'.repeat(length)}`).join();

describe('the trace of a request to the gateway', () => {
  const exporter = new InMemorySpanExporter();
  let gateway: StubbedGateway;
  let tpp: TppClient;
  beforeAll(async () => {
    // Before the gateway, because the first telemetry of a process stays.
    startTelemetry({
      service: 'test',
      version: '0',
      spanProcessors: [new SimpleSpanProcessor({ exporter })],
    });
    gateway = await startStubbedGateway();
    const identity = await gateway.newSeal('PSDNO-FSA-900000001');
    tpp = new TppClient({
      baseUrl: gateway.url,
      identity,
      redirectUri: 'https://tpp.example/back',
    });
  });
  afterAll(() => gateway.stop());

  /** What a payment with these additional header lines leaves: spans, and the headers of its command. */
  async function paidWith(...lines: readonly string[]) {
    exporter.reset();
    gateway.bus.sent.splice(0);
    const call = { method: 'POST', path: singlePath, body: aDomesticPayment() } as const;
    const { headers, body = Buffer.alloc(0) } = tpp.signed({
      ...call,
      headers: { 'psu-context': 'PRIVATE' },
    });
    const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const length = `content-length: ${String(body.length)}`;
    const first = [`POST ${singlePath} HTTP/1.1`, 'host: bank', 'connection: close', length];
    const received = await rawRequest(gateway.url, bytesOf([...first, ...own, ...lines], body));
    expect(statusesIn(received)).toEqual([201]);
    const spans = exporter.getFinishedSpans();
    const [command] = gateway.bus.sent;
    expect(spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['http.server.request', 'signature.verify', 'command.send']),
    );
    const [id, ...others] = new Set(spans.map((span) => span.spanContext().traceId));
    expect(others).toEqual([]);
    expect(command?.headers['traceparent']).toMatch(
      new RegExp(`^00-${String(id)}-[0-9a-f]{16}-01$`),
    );
    return { traceId: id, state: command?.headers['tracestate'] };
  }

  it('enters the context of each span once, because each entry costs processor time', async () => {
    const enter = jest.spyOn(context, 'with');
    await paidWith();
    const entered = enter.mock.calls.map(([one]) => one);
    enter.mockRestore();
    expect(entered.length).toBeGreaterThanOrEqual(3);
    expect(new Set(entered).size).toBe(entered.length);
  });

  it.each(['00', '01', '02', 'ff'])(
    'is recorded in the trace of the TPP with the trace flags %s',
    async (flags) => {
      const made = await paidWith(`traceparent: 00-${traceId}-${spanId}-${flags}`);
      expect(made.traceId).toBe(traceId);
    },
  );

  it.each([
    ['an empty one', ['traceparent:']],
    ['one that is no trace context', ['traceparent: hello']],
    ['a trace id of zeros', [`traceparent: 00-${'0'.repeat(32)}-${spanId}-01`]],
    ['a span id of zeros', [`traceparent: 00-${traceId}-${'0'.repeat(16)}-01`]],
    ['capital letters', [`traceparent: 00-${traceId.toUpperCase()}-${spanId}-01`]],
    ['a short trace id', [`traceparent: 00-${traceId.slice(1)}-${spanId}-01`]],
    ['the forbidden version', [`traceparent: ff-${traceId}-${spanId}-01`]],
    ['more than version 00 has', [`${valid}-more`]],
    ['several kilobytes', [`${valid}${'0'.repeat(7000)}`]],
    ['bytes above ASCII', [`${valid}\u00e6`]],
    ['a repeated header', [valid, valid]],
    ['a repeated header that contradicts itself', [valid, valid.replace('4bf', '000')]],
  ])('begins in the bank when the traceparent is %s', async (_what, lines) => {
    const made = await paidWith(...lines, 'tracestate: a=1');
    expect(made.traceId).not.toBe(traceId);
    expect(made.state).toBeUndefined();
  });

  it.each([
    ['of two headers as one list', ['tracestate: a=1', 'tracestate: b=2'], 'a=1,b=2'],
    ['without a member of another form', ['tracestate: a=1,B!=2,=3,c'], 'a=1'],
    ['without bytes above ASCII', ['tracestate: a=\u00e6,b=2'], 'b=2'],
    ['without a value above 256 characters', [`tracestate: a=${'v'.repeat(257)},b=2`], 'b=2'],
  ])('carries the tracestate %s', async (_what, lines, state) => {
    expect(await paidWith(valid, ...lines)).toEqual({ traceId, state });
  });

  it.each([
    ['33 members', [`tracestate: ${members(33, 1)}`]],
    ['7000 characters', [`tracestate: ${members(60, 100)}`]],
    ['many headers', Array.from({ length: 40 }, (_, i) => `tracestate: m${String(i)}=1`)],
  ])(
    'carries at most 32 members and 512 characters of a tracestate of %s',
    async (_what, lines) => {
      const { state = '' } = await paidWith(valid, ...lines);
      expect(state).toMatch(/^m0=/);
      expect(state.split(',').length).toBeLessThanOrEqual(32);
      expect(state.length).toBeLessThanOrEqual(512);
    },
  );
});
