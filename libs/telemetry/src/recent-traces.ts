/** A finished span, as a sandbox shows it. Times are milliseconds since 1970, with fractions. */
export interface KeptSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Absent for the first span of a trace. The parent may be in another process, or outside of the bank. */
  readonly parentId?: string;
  readonly name: string;
  /** The service whose process made the span. */
  readonly service: string;
  readonly startMs: number;
  readonly durationMs: number;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  /** Other traces that the span belongs to. */
  readonly links: readonly string[];
}

/** How much of the past a process keeps. */
export interface TraceLimits {
  readonly tracesMax: number;
  /** Of one trace; further spans of it are dropped. */
  readonly spansMax: number;
  readonly bytesMax: number;
}

/** The limits of a process of a sandbox. */
export const recentTraceLimits: TraceLimits = {
  tracesMax: 500,
  spansMax: 1000,
  bytesMax: 20 * 1024 * 1024,
};

interface KeptTrace {
  readonly spans: string[];
  bytes: number;
}

/**
 * The last traces of a process. The oldest trace goes when there are too many traces, or too many bytes. A span is one
 * JSON text, because the memory of a text is known.
 */
export class RecentTraces {
  private readonly kept = new Map<string, KeptTrace>();
  private bytesNow = 0;

  constructor(private readonly limits: TraceLimits = recentTraceLimits) {}

  /** Keeps a span. A trace that has its full number of spans stays as it is. */
  add(span: KeptSpan): void {
    const { spansMax, bytesMax } = this.limits;
    const text = JSON.stringify(span);
    const bytes = bytesOf(text);
    if (bytes + traceBytes > bytesMax) return;
    const trace = this.kept.get(span.traceId) ?? this.begin(span.traceId);
    if (trace.spans.length >= spansMax) return;
    trace.spans.push(text);
    trace.bytes += bytes;
    this.bytesNow += bytes;
    this.forgetOldest();
  }

  /** The spans of a trace, in the order of their start; empty for an unknown trace. */
  of(traceId: string): readonly KeptSpan[] {
    const spans = (this.kept.get(traceId)?.spans ?? []).map((text) => JSON.parse(text) as KeptSpan);
    return spans.sort(
      (one, other) => one.startMs - other.startMs || other.durationMs - one.durationMs,
    );
  }

  /** How many traces are kept. */
  get traces(): number {
    return this.kept.size;
  }

  /** The memory of the kept spans, at most `bytesMax`. */
  get bytes(): number {
    return this.bytesNow;
  }

  private begin(traceId: string): KeptTrace {
    const trace = { spans: [], bytes: traceBytes };
    this.kept.set(traceId, trace);
    this.bytesNow += traceBytes;
    return trace;
  }

  private forgetOldest(): void {
    const { tracesMax, bytesMax } = this.limits;
    for (const [traceId, { bytes }] of this.kept) {
      if (this.kept.size <= tracesMax && this.bytesNow <= bytesMax) return;
      this.kept.delete(traceId);
      this.bytesNow -= bytes;
    }
  }
}

/** The entry in the map, its key, and the list of a trace. */
const traceBytes = 512;
/** The header of a text and its place in the list. */
const textBytes = 32;

/** V8 keeps a text in one byte a character while all of them are Latin-1, else in two. */
function bytesOf(text: string): number {
  return textBytes + (/[\u0100-\uffff]/.test(text) ? 2 : 1) * text.length;
}
