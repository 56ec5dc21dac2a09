import { startTelemetry } from '@nordgate/telemetry';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { reactSpan } from './bus-spans.js';

describe('the span of a reaction', () => {
  const processor = new SimpleSpanProcessor({ exporter: new InMemorySpanExporter() });
  const telemetry = startTelemetry({ service: 'test', version: '0', spanProcessors: [processor] });
  afterAll(() => telemetry.stop());

  const event = {
    stream: 'payment-1',
    version: 1,
    event: { type: 'PaymentInitiated', data: {} },
    at: '2026-03-01T10:00:00.000Z',
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  };
  const topic = 'payments.events.v1';
  const source = { topic, partition: 3, offset: '7', payload: '{}', headers: {} };
  const by = { group: 'batch.order-book', system: 'kafka' } as const;
  const at = (time: string) => reactSpan(event, source, { ...by, nowMs: Date.parse(time) });

  it('continues the trace of a young event', () => {
    const { from, links, attributes } = at('2026-03-01T10:59:00Z');
    expect([from, links]).toEqual([event, []]);
    expect(attributes()).not.toHaveProperty('nordgate.replayed');
  });

  it('is marked and links to the trace of an old event', () => {
    const { from, links, attributes } = at('2026-03-01T11:01:00Z');
    expect([from, links]).toEqual([{}, [event]]);
    expect(attributes()).toMatchObject({
      'nordgate.replayed': true,
      'nordgate.message.type': 'PaymentInitiated',
      'messaging.kafka.offset': 7,
    });
  });

  it('continues the trace of a parked event that an operator retries months later', () => {
    const { from, attributes } = reactSpan(event, source, by);
    expect(from).toBe(event);
    expect(attributes()).not.toHaveProperty('nordgate.replayed');
  });
});
