import { startTelemetry } from '@nordgate/telemetry';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { aDomesticPayment, singlePath } from '@nordgate/testing';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const tppSpanId = '00f067aa0ba902b7';
const psuId = '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10';

describe('the trace of a payment', () => {
  const exporter = new InMemorySpanExporter();
  let test: TestBank;
  beforeAll(async () => {
    const telemetry = startTelemetry({
      service: 'nordgate',
      version: 'test',
      spanProcessors: [new SimpleSpanProcessor({ exporter })],
    });
    test = await startTestBank({ telemetry });
  }, 60_000);
  afterAll(() => test.stop());

  const spansOfTrace = () =>
    exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === traceId);

  /** Waits until the reactions to the payment have been traced as well. */
  async function wholeTrace(): Promise<readonly ReadableSpan[]> {
    for (;;) {
      const spans = spansOfTrace();
      // That of payments, those of sca, baskets and batch, and that of sca about the authorisation it opened.
      if (spans.filter(({ name }) => name === 'slice.commit').length >= 5) return spans;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  it("goes from the TPP's POST over the decision to the reactions of other services", async () => {
    const answer = await test.tpp.call({
      method: 'POST',
      path: singlePath,
      body: aDomesticPayment(),
      headers: {
        'psu-id': psuId,
        'tpp-session-id': 's-1',
        traceparent: `00-${traceId}-${tppSpanId}-01`,
      },
    });
    expect(answer.status).toBe(201);
    const spans = await wholeTrace();
    const nameById = new Map(spans.map((span) => [span.spanContext().spanId, span.name]));
    const edges = spans.map((span) => {
      const parent = span.parentSpanContext?.spanId ?? '';
      return `${nameById.get(parent) ?? (parent === tppSpanId ? 'tpp' : '?')} > ${span.name}`;
    });
    expect([...new Set(edges)].sort()).toEqual([
      'command.send > command.decide',
      'command.send > events.react',
      'command.send > slice.commit',
      'events.react > command.decide',
      'events.react > events.react',
      'events.react > slice.commit',
      'http.server.request > command.send',
      'http.server.request > signature.verify',
      'signature.verify > view.read',
      'tpp > http.server.request',
    ]);
  }, 30_000);

  it('has no account, name or PSU id in any attribute', () => {
    const attributes = JSON.stringify(exporter.getFinishedSpans().map((span) => span.attributes));
    expect(attributes).not.toContain('86011117947');
    expect(attributes).not.toContain('Kreditor');
    expect(attributes).not.toContain(psuId);
  });
});
