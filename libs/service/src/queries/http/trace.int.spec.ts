import { GetPayment } from '@nordgate/contracts/queries';
import { correlationOf, createLog, inSpan, startTelemetry } from '@nordgate/telemetry';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { answering } from '../../testing/queries-contract.js';
import { startQueryProcess, testKeyOf } from '../../testing/query-process.js';
import { HttpQueries } from './http-queries.js';

describe('the trace of a query over HTTP', () => {
  const exporter = new InMemorySpanExporter();
  const telemetry = startTelemetry({
    service: 'test',
    version: '0',
    spanProcessors: [new SimpleSpanProcessor({ exporter })],
  });
  afterAll(() => telemetry.stop());

  it('leads from the caller through the request to the answer in the other process', async () => {
    const service = answering(() => inSpan('handler', {}, () => null));
    const answers = await startQueryProcess('payments', service.bus);
    const addresses = { payments: answers.server.url };
    const queries = new HttpQueries({ caller: 'gateway', key: testKeyOf('gateway'), addresses });
    const query = new GetPayment('PSDNO-FSA-900000001', 'p-1');
    try {
      await inSpan('caller', {}, () => queries.ask(query));
    } finally {
      await queries.close();
      await answers.close();
    }

    const spans = exporter.getFinishedSpans();
    const named = (name: string) => spans.filter((span) => span.name === name);
    const [handler] = named('handler');
    const [served, asked] = named('view.read');
    const [caller] = named('caller');
    const parents = [handler, served, asked].map((span) => span?.parentSpanContext?.spanId);
    expect(parents).toEqual([served, asked, caller].map((span) => span?.spanContext().spanId));
    expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(1);
    expect([served?.kind, asked?.kind]).toEqual([1, 2]);
    for (const span of [served, asked]) {
      expect(span?.attributes).toEqual({
        'nordgate.app': 'payments',
        'nordgate.message.type': 'GetPayment',
        'nordgate.correlation': correlationOf('payment-p-1'),
      });
    }
  });

  it('is named by the line about a query that failed', async () => {
    exporter.reset();
    const lines: string[] = [];
    const log = createLog({ app: 'test', destination: { write: (line) => lines.push(line) } });
    const service = answering(() => {
      throw new Error('a bug');
    });
    const answers = await startQueryProcess('payments', service.bus, { log });
    const addresses = { payments: answers.server.url };
    const queries = new HttpQueries({ caller: 'gateway', key: testKeyOf('gateway'), addresses });
    const asked = inSpan('caller', {}, () => queries.ask(new GetPayment('PSDNO-FSA-1', 'p-1')));
    await expect(asked).rejects.toThrow('500');
    await queries.close();
    await answers.close();
    const traceId = exporter.getFinishedSpans()[0]?.spanContext().traceId;
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { msg: 'a query failed', query: 'GetPayment', trace_id: traceId },
    ]);
  });
});
