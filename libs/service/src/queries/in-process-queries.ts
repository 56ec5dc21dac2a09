import type { QueriedService, ServiceQuery } from '@nordgate/contracts/queries';
import { isInfrastructureFailure } from '@nordgate/event-store';
import { attributeNames, inSpan, instrumentsOf, spanNames } from '@nordgate/telemetry';
import type { TraceHeaders } from '@nordgate/telemetry';
import {
  attributesOf,
  instanceAnswer,
  labelsOf,
  serviceOf,
  ServiceUnavailableError,
} from './query-client.js';
import type { InstanceAnswer, Queries, QueryExecutor } from './query-client.js';

/** Queries between services of one process: a query goes directly to the QueryBus of its service. */
export class InProcessQueries implements Queries {
  private readonly buses = new Map<QueriedService, QueryExecutor>();

  register(service: QueriedService, bus: QueryExecutor): void {
    this.buses.set(service, bus);
  }

  /** Whether the service runs in this process. */
  has(service: QueriedService): boolean {
    return this.buses.has(service);
  }

  ask<Answer>(query: ServiceQuery<Answer>): Promise<Answer> {
    return inSpan(spanNames.readView, { attributes: () => attributesOf(query) }, () =>
      this.execute(query),
    );
  }

  /** The service of this process is the only instance. */
  async askEach<Answer>(query: ServiceQuery<Answer>): Promise<readonly InstanceAnswer<Answer>[]> {
    return [await instanceAnswer(serviceOf(query), this.ask(query))];
  }

  /** Answers a query of another process, as a part of its trace. */
  answer<Answer>(query: ServiceQuery<Answer>, from: TraceHeaders): Promise<Answer> {
    const options = { kind: 'server', from, attributes: () => attributesOf(query) } as const;
    return inSpan(spanNames.readView, options, () => this.execute(query));
  }

  private async execute<Answer>(query: ServiceQuery<Answer>): Promise<Answer> {
    const service = serviceOf(query);
    const bus = this.buses.get(service);
    if (bus === undefined) throw new ServiceUnavailableError(`${service} does not answer yet`);
    const startedMs = performance.now();
    let outcome: Outcome = 'ok';
    try {
      const answer = await bus.execute<ServiceQuery<Answer>, Answer | undefined>(query);
      // JSON has no undefined: the caller gets the same answer within a process and between two.
      return answer === undefined ? (null as Answer) : answer;
    } catch (error) {
      outcome = isInfrastructureFailure(error) ? 'unavailable' : 'failed';
      if (outcome === 'failed') throw error;
      throw new ServiceUnavailableError(`${service} cannot answer now`, { cause: error });
    } finally {
      const seconds = (performance.now() - startedMs) / 1000;
      const labels = { ...labelsOf(query), [attributeNames.outcome]: outcome };
      instrumentsOf().querySeconds.record(seconds, labels);
    }
  }
}

/** `unavailable`: the database or another service did not answer. `failed`: a bug. */
type Outcome = 'ok' | 'unavailable' | 'failed';
