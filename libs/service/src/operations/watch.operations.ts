import { RELEASE } from '@nordgate/contracts/codes';
import type {
  ConsumerLagEntry,
  ParkedCount,
  ProjectionEntry,
  ServiceStatus,
  ShowTraceRequest,
  TraceDetails,
} from '@nordgate/contracts/commands';
import { defined } from '@nordgate/decider';
import { databaseBytes, tracedEvents, tracedEventsMax } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import type { BusServer } from '@nordgate/messaging';
import { attributeNames, instrumentsOf, keptSpans, redactText } from '@nordgate/telemetry';
import type { Health } from '@nordgate/telemetry';
import type { DiskGrowth } from './disk-growth.js';

/** What the status of a service is read from. */
export interface WatchedParts {
  readonly database: Pick<Database, 'pool'>;
  readonly strategy: Pick<BusServer, 'groups'>;
  readonly health: Pick<Health, 'report'>;
  readonly disk: DiskGrowth;
}

/** What an operator sees of one service: how it is, and what it knows of a trace. It changes and reveals nothing. */
export class WatchOperations {
  constructor(private readonly parts: WatchedParts) {}

  /** How the service is now. `parked` and `projections` are those of its other operations. */
  async status(
    parked: ParkedCount,
    projections: readonly ProjectionEntry[],
  ): Promise<ServiceStatus> {
    const { health, database, disk } = this.parts;
    const [{ ready, checks }, bytes] = await Promise.all([
      health.report(),
      databaseBytes(database.pool),
    ]);
    return {
      release: RELEASE,
      startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
      ready,
      checks,
      lags: this.lags(),
      parked,
      projections,
      disk: disk.since(bytes, Date.now()),
    };
  }

  /** The events of a trace, and its spans where the process keeps them. */
  async trace({ traceId }: ShowTraceRequest): Promise<TraceDetails> {
    const rows = await tracedEvents(this.parts.database.pool, traceId);
    const events = rows.map(({ stream, at, ...event }) => ({
      stream: redactText(stream),
      ...event,
      at: at.toISOString(),
    }));
    return { eventsSearched: tracedEventsMax, events, ...defined({ spans: keptSpans(traceId) }) };
  }

  /** The last measurements of this process, of the groups of this service; one that is not known is left out. */
  private lags(): readonly ConsumerLagEntry[] {
    const { consumerLagMessages, consumerLagSeconds } = instrumentsOf();
    const groupOf = (labels: object) =>
      String((labels as Record<string, unknown>)[attributeNames.consumerGroup]);
    const secondsOf = new Map(
      consumerLagSeconds.readings.map(({ value, labels }) => [groupOf(labels), value]),
    );
    return consumerLagMessages.readings
      .map(({ value, labels }) => ({ group: groupOf(labels), messages: value }))
      .filter(({ group }) => this.parts.strategy.groups.includes(group))
      .map((lag) => ({ ...lag, seconds: secondsOf.get(lag.group) ?? 0 }));
  }
}
