import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { ChosenIds, HeadSampler, slowSpanMs } from './head-sampling.js';
import { startTelemetry } from './start.js';
import { startServerSpan } from './server-span.js';
import { currentTrace, inSpan, isSampled, untraced } from './tracing.js';

const share = 0.05;
const traceIds = Array.from({ length: 20_000 }, (_, i) => i.toString(16).padStart(32, '0'));
const kept = (sampler: HeadSampler) => traceIds.filter((id) => sampler.keeps(id));

describe('the share of traces that are recorded whole', () => {
  it('is the stated one, also for ids that somebody counts up', () => {
    const count = kept(new HeadSampler({ share, slowMs: slowSpanMs })).length;
    // Five standard deviations of 20,000 decisions.
    expect(Math.abs(count / traceIds.length - share)).toBeLessThan(0.008);
  });

  it('is the same for the same ids, and other ones with another salt', () => {
    const sampling = { share, slowMs: slowSpanMs };
    const [first, again, other] = ['one', 'one', 'two'].map((salt) =>
      kept(new HeadSampler(sampling, salt)),
    );
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it.each([
    [0, 0],
    [1, traceIds.length],
  ])('of %d keeps %d traces', (all, expected) => {
    expect(kept(new HeadSampler({ share: all, slowMs: slowSpanMs }))).toHaveLength(expected);
  });
});

describe('the traces that a process keeps in memory', () => {
  it('are recorded whole as many as have a place, and then at a steady rate', () => {
    let nowMs = 0;
    const sampling = { share: 0, slowMs: slowSpanMs, kept: 50 };
    const sampler = new HeadSampler(sampling, 'salt', () => nowMs);
    expect(kept(sampler)).toHaveLength(50);
    nowMs += 2000;
    expect(kept(sampler)).toHaveLength(4);
    nowMs += 3_600_000;
    expect(kept(sampler)).toHaveLength(50);
  });
});

describe('a trace that is not recorded whole', () => {
  const exporter = new InMemorySpanExporter();
  const telemetry = startTelemetry({
    ...{ service: 'test', version: '0', tracesShare: 0 },
    spanProcessors: [new SimpleSpanProcessor({ exporter })],
  });
  afterAll(() => telemetry.stop());
  beforeEach(() => exporter.reset());
  const spans = () => exporter.getFinishedSpans();
  const from = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };

  /** A request that calls another process, with the trace that the process is given. */
  async function request(failed: boolean, ms = 0) {
    const started = movedClock();
    const span = startServerSpan('request', from);
    const passedOn = await span.run(() => inSpan('verify', {}, () => currentTrace()));
    started.advance(ms);
    span.end({ 'http.response.status_code': failed ? 500 : 201 }, failed);
    started.restore();
    return passedOn ?? {};
  }

  it('has no span of a request that succeeds, and tells other processes so', async () => {
    const passedOn = await request(false);
    expect(spans()).toEqual([]);
    expect(passedOn.traceparent).toMatch(new RegExp(`^00-${'a'.repeat(32)}-[0-9a-f]{16}-00$`));
    expect(isSampled(passedOn)).toBe(false);
    await inSpan('decide', { kind: 'consumer', from: passedOn }, () => undefined);
    expect(spans()).toEqual([]);
  });

  it('has the span of a request that failed, under the id that other processes know', async () => {
    const passedOn = await request(true);
    expect(spans()).toHaveLength(1);
    const [span] = spans();
    expect(span?.spanContext()).toMatchObject({
      traceId: 'a'.repeat(32),
      spanId: passedOn.traceparent?.split('-')[2],
      traceFlags: 1,
    });
    expect(span?.parentSpanContext?.spanId).toBe('b'.repeat(16));
    expect(span?.status.code).toBe(2);
    expect(span?.attributes).toEqual({ 'http.response.status_code': 500 });
  });

  it('has the span of a request that was slow, with its true duration', async () => {
    await request(false, slowSpanMs - 1);
    expect(spans()).toEqual([]);
    await request(false, slowSpanMs + 100);
    const [seconds = 0, nanoseconds = 0] = spans()[0]?.duration ?? [];
    const ms = seconds * 1000 + nanoseconds / 1e6;
    expect(Math.abs(ms - slowSpanMs - 100)).toBeLessThan(2);
  });

  it('has the span of work in another process that failed, with its attributes', async () => {
    const passedOn = await request(false);
    const attributes = () => ({ 'nordgate.app': 'payments' });
    const work = () => Promise.reject(new Error('no'));
    const options = { kind: 'consumer', from: passedOn, attributes } as const;
    await expect(inSpan('decide', options, work)).rejects.toThrow('no');
    const [span] = spans();
    expect(span?.spanContext().traceId).toBe('a'.repeat(32));
    expect(span?.parentSpanContext?.spanId).toBe(passedOn.traceparent?.split('-')[2]);
    expect(span?.attributes).toEqual({ 'nordgate.app': 'payments' });
    expect(span?.status.code).toBe(2);
  });

  it('computes no attributes of work that succeeds', async () => {
    const attributes = () => {
      throw new Error('computed');
    };
    await inSpan('decide', { from: await request(false), attributes }, () => undefined);
    await inSpan('a new trace', { from: {}, attributes }, () => undefined);
    expect(spans()).toEqual([]);
  });

  it('records a trace whole that the process before it records', async () => {
    await inSpan('decide', { kind: 'consumer', from }, () => undefined);
    expect(spans()).toHaveLength(1);
  });

  it('has no span of the own background questions, even of those that fail', async () => {
    const failing = untraced(() => inSpan('asks', {}, () => Promise.reject(new Error('no'))));
    await expect(failing).rejects.toThrow('no');
    expect(spans()).toEqual([]);
  });
});

describe('ids of traces and spans', () => {
  it('are as long as W3C Trace Context wants, and never twice, beyond one block of random digits', () => {
    const ids = new ChosenIds();
    const made = Array.from({ length: 2000 }, () => [ids.generateTraceId(), ids.generateSpanId()]);
    expect(made.filter(([trace]) => !/^[0-9a-f]{32}$/.test(trace ?? ''))).toEqual([]);
    expect(made.filter(([, span]) => !/^[0-9a-f]{16}$/.test(span ?? ''))).toEqual([]);
    expect(new Set(made.flat()).size).toBe(4000);
  });
});

/** The monotonic clock, moved by hand. */
function movedClock() {
  const now = performance.now.bind(performance);
  // It stands still: on a busy machine the work alone may take some milliseconds.
  const stoppedMs = now();
  let aheadMs = 0;
  performance.now = () => stoppedMs + aheadMs;
  return {
    advance: (ms: number) => void (aheadMs += ms),
    restore: () => void (performance.now = now),
  };
}
