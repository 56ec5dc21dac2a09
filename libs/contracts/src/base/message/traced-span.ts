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
