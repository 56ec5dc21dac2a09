import { RecentTraces, recentTraceLimits } from './recent-traces.js';
import type { KeptSpan } from './recent-traces.js';

function span(traceId: string, other: Partial<KeptSpan> = {}): KeptSpan {
  return {
    ...{ traceId, spanId: 's1', name: 'command.decide', service: 'payments' },
    ...{ startMs: 1, durationMs: 2, failed: false, attributes: {}, links: [], ...other },
  };
}

describe('the last traces of a process', () => {
  it('are 500: the next one removes the oldest', () => {
    const traces = new RecentTraces();
    for (let n = 1; n <= 500; n += 1) traces.add(span(`t${String(n)}`));
    expect([traces.traces, traces.of('t1').length]).toEqual([500, 1]);
    traces.add(span('t501'));
    expect([traces.traces, traces.of('t1').length, traces.of('t2').length]).toEqual([500, 0, 1]);
  });

  it('use at most 20 MiB: as many traces as fit are kept, and not one more', () => {
    const traces = new RecentTraces();
    // 100 traces of 0.4 MB each are 40 MB.
    const attributes = { text: 'x'.repeat(4000) };
    for (let n = 1; n <= 100; n += 1) {
      for (let s = 0; s < 100; s += 1) traces.add(span(`t${String(n)}`, { attributes }));
    }
    expect(traces.bytes).toBeLessThanOrEqual(20 * 1024 * 1024);
    // A trace more would not have fitted.
    expect(traces.bytes).toBeGreaterThan(20 * 1024 * 1024 - 100 * 4300);
    expect(traces.of('t100')).toHaveLength(100);
    expect(traces.of('t1')).toEqual([]);
  });

  it('keep what is exactly as large as the limit, and drop the oldest at one byte more', () => {
    const one = new RecentTraces();
    one.add(span('a'));
    const exactly = { ...recentTraceLimits, bytesMax: 2 * one.bytes };
    const fits = new RecentTraces(exactly);
    fits.add(span('a'));
    fits.add(span('b'));
    expect([fits.traces, fits.bytes]).toEqual([2, exactly.bytesMax]);
    fits.add(span('b', { name: 'x' }));
    expect([fits.traces, fits.of('a'), fits.of('b').length]).toEqual([1, [], 2]);
  });

  it('count two bytes for each character of a text that is not Latin-1', () => {
    const [latin, other] = [new RecentTraces(), new RecentTraces()];
    latin.add(span('a', { name: 'ø'.repeat(100) }));
    other.add(span('a', { name: '€'.repeat(100) }));
    expect(other.bytes - latin.bytes).toBe(
      JSON.stringify(span('a', { name: '€'.repeat(100) })).length,
    );
  });

  it('have no more spans of one trace than the limit, and never a span that is larger than everything', () => {
    const traces = new RecentTraces({ tracesMax: 2, spansMax: 2, bytesMax: 10_000 });
    for (let n = 0; n < 5; n += 1) traces.add(span('a', { spanId: `s${String(n)}` }));
    expect(traces.of('a').map(({ spanId }) => spanId)).toEqual(['s0', 's1']);
    traces.add(span('b', { name: 'x'.repeat(20_000) }));
    expect([traces.traces, traces.of('a').length]).toEqual([1, 2]);
  });

  it('are empty for a trace that nobody knows, and show spans by their start', () => {
    const traces = new RecentTraces();
    traces.add(span('a', { spanId: 'late', startMs: 9 }));
    traces.add(span('a', { spanId: 'early', startMs: 3 }));
    expect(traces.of('a').map(({ spanId }) => spanId)).toEqual(['early', 'late']);
    expect(traces.of('b')).toEqual([]);
  });
});
