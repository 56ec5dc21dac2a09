import type { QueryBus } from '@nestjs/cqrs';
import type { QueriedService, ServiceQuery } from '@nordgate/contracts/queries';
import { InfrastructureError } from '@nordgate/event-store';

/** The queried service cannot answer now: 503 at the edge, and a reaction is tried again. */
export class ServiceUnavailable extends InfrastructureError {
  override readonly name = 'ServiceUnavailable';
}

/** Asks another service. Answers come from its views, so they are as fresh as its last commit. */
export interface QueryClient {
  /** Throws ServiceUnavailable when there is no answer. */
  ask<Answer>(query: ServiceQuery<Answer>): Promise<Answer>;
}

/** The queries of a process: it asks, and its own services answer. */
export interface Queries extends QueryClient {
  /** Opens a service of this process for questions. */
  register(service: QueriedService, bus: QueryBus): void;
}
