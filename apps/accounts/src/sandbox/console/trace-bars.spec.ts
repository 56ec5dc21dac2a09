import type { TracedSpan } from '@nordgate/contracts/commands';
import { traceBars } from './trace-bars.js';

const span = (
  spanId: string,
  startMs: number,
  durationMs: number,
  parentId?: string,
): TracedSpan => ({
  ...{ spanId, ...(parentId !== undefined && { parentId }), name: spanId, service: 'payments' },
  ...{ startMs, durationMs, failed: false, attributes: { 'http.route': '/v1/user' } },
});

describe('the bars of a trace', () => {
  it('have their place and their length on a line of 100', () => {
    expect(traceBars([span('a', 0, 50), span('b', 25, 25, 'a'), span('c', 75, 25)])).toEqual([
      expect.objectContaining({ name: 'a', depth: 0, x: '0.00', width: '50.00', ms: '50.0' }),
      expect.objectContaining({
        name: 'b',
        depth: 1,
        x: '25.00',
        width: '25.00',
        about: '/v1/user',
      }),
      expect.objectContaining({ name: 'c', depth: 0, x: '75.00', width: '25.00' }),
    ]);
  });

  it('stay on the line and can be seen, however short a span is', () => {
    const [, last] = traceBars([span('a', 0, 100), span('b', 100, 0)]);
    expect(last).toMatchObject({ x: '99.50', width: '0.50' });
    expect(traceBars([span('a', 5, 0)])).toMatchObject([{ x: '0.00', width: '0.50' }]);
  });

  it('are not indented without an end', () => {
    const deep = Array.from({ length: 20 }, (_, i) =>
      span(`s${String(i)}`, i, 1, `s${String(i - 1)}`),
    );
    expect(Math.max(...traceBars(deep).map(({ depth }) => depth))).toBe(8);
  });
});
