import { keptSpans } from './kept-spans.js';
import { attributeNames, spanNames } from './names.js';
import { startTelemetry } from './start.js';
import type { Telemetry } from './start.js';
import { currentTrace, inSpan, traceIdOf } from './tracing.js';

/** The process keeps traces from here on: its tracer is set once. */
let telemetry: Telemetry;
beforeAll(() => {
  telemetry = startTelemetry({
    service: 'nordgate',
    version: 'test',
    tracesKept: 3,
    tracesShare: 1,
  });
});

/** Makes a trace of two spans, and returns its id. */
async function aTrace(): Promise<string> {
  return inSpan(spanNames.request, { kind: 'server' }, async () => {
    const attributes = {
      [attributeNames.app]: 'payments',
      [attributeNames.messageType]: 'InitiatePayment',
      'a.text': `${'x'.repeat(250)} 99991200017 NO9386011117947`,
    };
    const failing = inSpan(spanNames.decide, { attributes }, () => Promise.reject(new Error('no')));
    await failing.catch(() => undefined);
    return traceIdOf(currentTrace()) ?? '';
  });
}

describe('the spans that a process keeps', () => {
  it('have their parent, their service, their time and whether they failed', async () => {
    const [request, decision, ...more] = keptSpans(await aTrace()) ?? [];
    expect(more).toEqual([]);
    expect(request).toMatchObject({ name: spanNames.request, service: 'nordgate', failed: false });
    expect(request?.parentId).toBeUndefined();
    expect(decision).toMatchObject({
      ...{ name: spanNames.decide, service: 'payments', failed: true, parentId: request?.spanId },
      attributes: { [attributeNames.messageType]: 'InitiatePayment' },
    });
    expect(Math.abs((decision?.startMs ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(decision?.durationMs).toBeLessThanOrEqual(request?.durationMs ?? 0);
  });

  it('have short attributes without account numbers', async () => {
    const [, decision] = keptSpans(await aTrace()) ?? [];
    const text = String(decision?.attributes['a.text']);
    expect(text).toMatch(/^x+ \[acco$/);
    expect(text.length).toBe(256);
  });

  it('are those of the last traces only, and none after the end', async () => {
    const traces = [await aTrace(), await aTrace(), await aTrace(), await aTrace()];
    const counts = traces.map((one) => keptSpans(one)?.length);
    expect(counts).toEqual([0, 2, 2, 2]);
    await telemetry.stop();
    expect(keptSpans(traces[3] ?? '')).toBeUndefined();
  });
});
