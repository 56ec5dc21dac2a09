import { traceTree } from './trace-tree.js';
import type { TracedSpan } from './trace-tree.js';

const span = (spanId: string, startMs: number, other: Partial<TracedSpan> = {}): TracedSpan => ({
  ...{ spanId, name: spanId, service: 'payments', startMs, durationMs: 10, failed: false },
  ...{ attributes: {}, ...other },
});

/** The parent is outside of the bank. */
const request = span('request', 100, { parentId: 'tpp', durationMs: 40, service: 'gateway' });
const verify = span('verify', 101, { parentId: 'request', durationMs: 5, service: 'gateway' });
const send = span('send', 110, { parentId: 'request', durationMs: 20, service: 'gateway' });
const decide = span('decide', 115, {
  ...{ parentId: 'send', failed: true },
  attributes: { 'nordgate.message.type': 'InitiatePayment' },
});
const react = span('react', 160, { parentId: 'lost', durationMs: 20, service: 'sca' });

describe('the tree of a trace', () => {
  it('has each span below its parent, in the order of time, however the spans came', () => {
    const rows = traceTree([react, decide, send, verify, request]);
    expect(rows.map((row) => [row.depth, row.span.spanId])).toEqual([
      [0, 'request'],
      [1, 'verify'],
      [1, 'send'],
      [2, 'decide'],
      [0, 'react'],
    ]);
  });

  it('has each span once, also when several services reported it', () => {
    expect(traceTree([request, verify, request, verify])).toHaveLength(2);
  });

  it('places each span on the time line of the trace', () => {
    const rows = traceTree([request, react]);
    expect(rows.map(({ from, to, offsetMs }) => [offsetMs, from, to])).toEqual([
      [0, 0, 0.5],
      [60, 0.75, 1],
    ]);
  });

  it('is empty for no spans, and has a place for a trace that took no time', () => {
    expect(traceTree([])).toEqual([]);
    expect(traceTree([span('a', 5, { durationMs: 0 })])).toMatchObject([{ from: 0, to: 0 }]);
  });

  it('ends where spans are the parents of each other', () => {
    const loop = [span('a', 1, { parentId: 'b' }), span('b', 2, { parentId: 'a' })];
    expect(traceTree(loop)).toEqual([]);
  });
});
