import { defined } from '@nordgate/decider';
import type { Command } from '@nordgate/decider';
import { originTraces } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { isSampled, traceIdOf } from '@nordgate/telemetry';
import type { TraceHeaders } from '@nordgate/telemetry';

type Origins = Awaited<ReturnType<typeof originTraces>>;
type StoredTrace = Origins extends ReadonlyMap<string, infer Trace> ? Trace : never;

/**
 * Links from a decision to the trace that created its stream, when that is another trace: an approval comes
 * days after the request, and a run picks a payment later still.
 */
export class OriginLinks {
  private constructor(private readonly origins: Origins) {}

  /**
   * Reads the origins of the streams of the commands whose traces are recorded; undefined without any. A database that does
   * not answer costs the links only.
   *
   * @param creating commands that are to create some of these streams first
   */
  static async read(
    database: Pick<Database, 'pool'>,
    commands: readonly Command[],
    creating: readonly Command[] = [],
  ): Promise<OriginLinks | undefined> {
    const recorded = commands.filter(({ meta }) => isSampled(meta));
    if (recorded.length === 0) return undefined;
    const streams = [...new Set(recorded.map(({ stream }) => stream))];
    const stored: Origins = await originTraces(database.pool, streams).catch(() => new Map());
    const first = creating.flatMap(traceOf);
    return new OriginLinks(new Map([...first, ...stored]));
  }

  of({ stream, meta }: Command): readonly TraceHeaders[] {
    const origin = this.origins.get(stream);
    return origin === undefined || traceIdOf(origin) === traceIdOf(meta) ? [] : [origin];
  }
}

/** The trace of a command that creates a stream; nothing where it is not recorded. */
function traceOf({ stream, meta }: Command): (readonly [string, StoredTrace])[] {
  const { traceparent, tracestate } = meta;
  if (traceparent === undefined || !isSampled(meta)) return [];
  return [[stream, { traceparent, ...defined({ tracestate }) }]];
}
