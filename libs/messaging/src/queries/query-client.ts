import type { QueriedService, ServiceQuery } from '@nordgate/contracts';

/** A query's class names the service that answers it. */
export interface QueryType {
  readonly service: QueriedService;
}

/** The asked service cannot answer now: 503 at the edge, never a guess. */
export class ServiceUnavailable extends Error {
  override readonly name = 'ServiceUnavailable';
}

/** Asks another service. Answers come from its views, so they are as fresh as its last commit. */
export interface QueryClient {
  /** Throws ServiceUnavailable when there is no answer. */
  ask<Answer>(query: ServiceQuery<Answer>): Promise<Answer>;
}
