import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { traceOfEvent, traceOpenMs } from './event-trace.js';
import { startTelemetry } from './start.js';
import { inSpan, withCurrentTrace } from './tracing.js';
import type { TraceHeaders } from './tracing.js';

const storedAtMs = Date.parse('2026-03-01T10:00:00Z');
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';
const event = {
  at: '2026-03-01T10:00:00.000Z',
  traceparent: `00-${traceId}-${spanId}-01`,
  tracestate: 'tpp=1',
};

describe('a span about an event', () => {
  const exporter = new InMemorySpanExporter();
  const telemetry = startTelemetry({
    service: 'test',
    version: '0',
    spanProcessors: [new SimpleSpanProcessor({ exporter })],
  });
  afterAll(() => telemetry.stop());
  beforeEach(() => exporter.reset());

  /** The span of a reaction so long after the event, and the trace that the reaction passes on. */
  async function reactedAfter(ms: number) {
    const options = { kind: 'consumer', ...traceOfEvent(event, storedAtMs + ms) } as const;
    const passedOn = await inSpan('react', options, () => withCurrentTrace<TraceHeaders>(event));
    return { span: exporter.getFinishedSpans()[0], passedOn };
  }

  it.each([
    ['at once', 0],
    ['one hour later', traceOpenMs],
    ['before it by the clock of another machine', -5000],
  ])('continues the trace of the event %s, with one link to its parent', async (_when, ms) => {
    const { span, passedOn } = await reactedAfter(ms);
    expect(span?.spanContext().traceId).toBe(traceId);
    expect(span?.parentSpanContext?.spanId).toBe(spanId);
    expect(span?.links.map(({ context }) => context.spanId)).toEqual([spanId]);
    expect(span?.attributes).toEqual({});
    expect(passedOn.tracestate).toBe('tpp=1');
  });

  it('begins a marked trace with a link to the trace of an event that is older than one hour', async () => {
    const { span, passedOn } = await reactedAfter(traceOpenMs + 1);
    expect(span?.spanContext().traceId).not.toBe(traceId);
    expect(span?.parentSpanContext).toBeUndefined();
    expect(span?.links.map(({ context }) => [context.traceId, context.spanId])).toEqual([
      [traceId, spanId],
    ]);
    expect(span?.attributes).toEqual({ 'nordgate.replayed': true });
    expect(passedOn.traceparent).toContain(span?.spanContext().traceId);
    expect(passedOn.tracestate).toBeUndefined();
  });
});
