import { hostname } from 'node:os';
import { trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { resourceNames } from './names.js';
import { startTelemetry } from './start.js';
import { contextFrom, currentTrace, inSpan, untraced } from './tracing.js';
import type { TraceHeaders } from './tracing.js';

describe('tracing', () => {
  const exporter = new InMemorySpanExporter();
  const telemetry = startTelemetry({
    service: 'test',
    version: '0',
    spanProcessors: [new SimpleSpanProcessor({ exporter })],
  });

  afterAll(() => telemetry.stop());
  beforeEach(() => exporter.reset());

  it('makes the span of a consumer a child of the context in its message and links to it', async () => {
    let sent = {};
    await inSpan('send', { kind: 'producer' }, () => {
      sent = currentTrace();
    });
    await inSpan('react', { kind: 'consumer', from: sent }, () => undefined);
    const [send, react] = exporter.getFinishedSpans();
    expect(react?.spanContext().traceId).toBe(send?.spanContext().traceId);
    expect(react?.parentSpanContext?.spanId).toBe(send?.spanContext().spanId);
    expect(react?.links).toHaveLength(1);
  });

  it('leaves the state of a trace, which is free text of a TPP, out of links', async () => {
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const from = { traceparent, tracestate: 'tpp=86011117947' };
    await inSpan('react', { kind: 'consumer', from, links: [from] }, () => undefined);
    const links = exporter.getFinishedSpans()[0]?.links ?? [];
    expect(links.map(({ context }) => context.spanId)).toEqual(['b'.repeat(16), 'b'.repeat(16)]);
    expect(links.map(({ context }) => context.traceState)).toEqual([undefined, undefined]);
    expect(links.flatMap(({ attributes }) => Object.keys(attributes ?? {}))).toEqual([]);
  });

  it('reads a header with and without a state, and no header that is none', () => {
    const idOf = (headers: TraceHeaders) => trace.getSpanContext(contextFrom(headers));
    const traceparent = `00-${'1'.repeat(32)}-${'b'.repeat(16)}-00`;
    expect(idOf({ traceparent })).toMatchObject({ traceId: '1'.repeat(32), traceFlags: 0 });
    expect(idOf({ traceparent })?.traceState).toBeUndefined();
    const state = idOf({ traceparent, tracestate: 'tpp=1' })?.traceState;
    expect(state?.serialize()).toBe('tpp=1');
    for (const none of ['', '00-0', `00-${'0'.repeat(32)}-${'b'.repeat(16)}-00`]) {
      expect(idOf({ traceparent: none })).toBeUndefined();
    }
  });

  it('names the release and the replica that made a span, and no replica in metrics', async () => {
    await inSpan('send', {}, () => undefined);
    const { attributes } = exporter.getFinishedSpans()[0]?.resource ?? {};
    expect(attributes).toEqual({
      [resourceNames.service]: 'test',
      [resourceNames.version]: '0',
      [resourceNames.instance]: `${hostname()}/${String(process.pid)}`,
      [resourceNames.host]: hostname(),
    });
    expect(await telemetry.scrape()).not.toContain('service_instance_id');
  });

  it('marks a span whose work failed and throws the error again', async () => {
    await expect(
      inSpan('fails', {}, () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(exporter.getFinishedSpans()[0]?.status.code).toBe(2);
  });

  it('records no span of untraced work, here or behind a message of it', async () => {
    let sent = {};
    await untraced(() =>
      inSpan('asks', {}, () => {
        sent = currentTrace();
      }),
    );
    await inSpan('answers', { kind: 'server', from: sent }, () => undefined);
    expect(sent).toHaveProperty('traceparent', expect.stringMatching(/-00$/));
    expect(exporter.getFinishedSpans()).toEqual([]);
  });

  it('offers metrics in the text format of Prometheus', async () => {
    expect(await telemetry.scrape()).toContain('target_info');
  });
});
