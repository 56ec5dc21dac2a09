import type { TracedSpan } from '@nordgate/contracts/commands';
import { aboutOf, traceTree } from '@nordgate/contracts/rules';

/** A span as the page of a request shows it: a bar on a time line of 100 units. */
export interface TraceBar {
  readonly name: string;
  readonly service: string;
  readonly about: string;
  readonly failed: boolean;
  /** Spaces before the name, for its depth in the tree. */
  readonly depth: number;
  readonly ms: string;
  readonly x: string;
  readonly width: string;
}

/** The bars of a trace, in the order of its tree. A bar is never too short to be seen. */
export function traceBars(spans: readonly TracedSpan[]): readonly TraceBar[] {
  return traceTree(spans).map(({ span, depth, from, to }) => {
    const width = Math.max(barMin, (to - from) * 100);
    return {
      name: span.name,
      service: span.service,
      about: aboutOf(span),
      failed: span.failed,
      depth: Math.min(depth, depthMax),
      ms: span.durationMs.toFixed(1),
      x: Math.min(100 - width, from * 100).toFixed(2),
      width: width.toFixed(2),
    };
  });
}

const barMin = 0.5;
const depthMax = 8;
