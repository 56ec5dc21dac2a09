import { hash, randomBytes } from 'node:crypto';
import type { IdGenerator } from '@opentelemetry/sdk-trace';

/** Which traces a process records whole. The first process of a trace decides; the others follow its flag. */
export interface HeadSampling {
  /** Of all traces, 0 to 1. */
  readonly share: number;
  /** A span of any other trace is recorded alone when it took so long, or failed. In milliseconds. */
  readonly slowMs: number;
  /**
   * Traces that the process can keep in memory. So many at once, and a 25th of them per second, are recorded whole
   * besides the share: more of them would push each other out before anybody could look. Default: none.
   */
  readonly kept?: number;
}

/** The limit of the SLO for accepted requests, and of what the dashboards call slow. */
export const slowSpanMs = 300;

/**
 * Decides by the id of a trace, so that the requests of one trace are decided alike. Those that `kept` adds are taken as
 * long as there is place.
 */
export class HeadSampler {
  private readonly limit: number;
  private free: number;
  private freeAtMs: number;

  /**
   * @param salt makes the decision unknown to those who choose trace ids: a TPP must neither hide its requests nor
   *   have all of them recorded
   */
  constructor(
    readonly sampling: HeadSampling,
    private readonly salt = randomBytes(16).toString('hex'),
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.limit = sampling.share * 2 ** hashBits;
    this.free = sampling.kept ?? 0;
    this.freeAtMs = nowMs();
  }

  /** Whether the trace with this id is recorded whole. */
  keeps(traceId: string): boolean {
    return this.isOfShare(traceId) || this.hasPlace();
  }

  /** Whether a new trace is recorded whole whose id this process chose: nobody can have aimed at the decision. */
  keepsOwn(): boolean {
    return Math.random() < this.sampling.share || this.hasPlace();
  }

  private hasPlace(): boolean {
    const { kept = 0 } = this.sampling;
    if (kept === 0) return false;
    const nowMs = this.nowMs();
    this.free = Math.min(kept, this.free + ((nowMs - this.freeAtMs) / 1000) * (kept / keptSeconds));
    this.freeAtMs = nowMs;
    if (this.free < 1) return false;
    this.free -= 1;
    return true;
  }

  private isOfShare(traceId: string): boolean {
    const { share } = this.sampling;
    if (share >= 1) return true;
    if (share <= 0) return false;
    const digits = hash('sha256', this.salt + traceId).slice(0, hashBits / 4);
    return Number.parseInt(digits, 16) < this.limit;
  }
}

const hashBits = 32;

/** How long a steady stream of kept traces stays in memory. */
const keptSeconds = 25;

interface SpanIds {
  readonly traceId: string;
  readonly spanId: string;
}

/**
 * Random ids, or the ids under which the trace of a span was passed on before the span was made. Every request needs
 * two, recorded or not: they are cut from one random text, which costs a fifth of the generator of the SDK.
 */
export class ChosenIds implements IdGenerator {
  private chosen: SpanIds | undefined;
  private digits = '';
  private used = 0;

  /** Calls `make`, which makes one span, with these ids. */
  withIds<T>(ids: SpanIds, make: () => T): T {
    this.chosen = ids;
    try {
      return make();
    } finally {
      this.chosen = undefined;
    }
  }

  generateTraceId(): string {
    return this.chosen?.traceId ?? this.next(traceIdDigits);
  }

  generateSpanId(): string {
    return this.chosen?.spanId ?? this.next(spanIdDigits);
  }

  /** An id of zeros is none (W3C Trace Context), and would come once in 2^64 ids. */
  private next(length: number): string {
    if (this.used + length > this.digits.length) {
      this.digits = randomBytes(randomAtOnce).toString('hex');
      this.used = 0;
    }
    this.used += length;
    return this.digits.slice(this.used - length, this.used);
  }
}

const traceIdDigits = 32;
const spanIdDigits = 16;
const randomAtOnce = 4096;
