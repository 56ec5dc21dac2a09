/** A span; times are milliseconds since 1970, with fractions. */
export interface TracedSpan {
  readonly spanId: string;
  readonly parentId?: string;
  readonly name: string;
  readonly service: string;
  readonly startMs: number;
  readonly durationMs: number;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

/** A span with its depth in its trace, and its place on the time line of the trace, from 0 to 1. */
export interface TreeRow {
  readonly span: TracedSpan;
  readonly depth: number;
  /** Milliseconds since the first span began. */
  readonly offsetMs: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The spans of one trace as a tree: each below its parent, in the order of their start. A span whose parent is not among
 * them stands at the top. Spans that several services reported count once.
 */
export function traceTree(spans: readonly TracedSpan[]): readonly TreeRow[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const all = [...byId.values()].sort(
    (one, other) => one.startMs - other.startMs || other.durationMs - one.durationMs,
  );
  const [first] = all;
  if (first === undefined) return [];
  const children = new Map<string | undefined, TracedSpan[]>();
  for (const span of all) {
    const parent =
      span.parentId !== undefined && byId.has(span.parentId) ? span.parentId : undefined;
    children.set(parent, [...(children.get(parent) ?? []), span]);
  }
  const begin = first.startMs;
  const end = Math.max(...all.map(({ startMs, durationMs }) => startMs + durationMs));
  const place = (ms: number) => (end > begin ? (ms - begin) / (end - begin) : 0);
  const rows: TreeRow[] = [];
  const open = (children.get(undefined) ?? []).map((span) => ({ span, depth: 0 })).reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { span, depth } = next;
    const { startMs, durationMs } = span;
    const [from, to] = [place(startMs), place(startMs + durationMs)];
    rows.push({ span, depth, offsetMs: startMs - begin, from, to });
    const below = (children.get(span.spanId) ?? []).map((child) => ({
      span: child,
      depth: depth + 1,
    }));
    open.push(...below.reverse());
  }
  return rows;
}

/** The attributes that tell one span of a name from another. */
const aboutNames = ['nordgate.message.type', 'messaging.consumer.group.name', 'http.route'];

/** What a span was about: the type of its message, its consumer group or its route; empty for other spans. */
export function aboutOf({ attributes }: TracedSpan): string {
  const found = aboutNames.map((name) => attributes[name]).find((value) => value !== undefined);
  return String(found ?? '');
}
