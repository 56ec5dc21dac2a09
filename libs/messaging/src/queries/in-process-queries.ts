import type { QueriedService, ServiceQuery } from '@nordgate/contracts';
import type { QueryBus } from '@nestjs/cqrs';
import { isInfrastructureFault } from '@nordgate/event-store';
import { attributeNames, inSpan, spanNames } from '@nordgate/telemetry';
import { ServiceUnavailable } from './query-client.js';
import type { QueryClient, QueryType } from './query-client.js';

/** In the one-process bank a query goes straight to the other app's QueryBus. */
export class InProcessQueries implements QueryClient {
  private readonly buses = new Map<QueriedService, QueryBus>();

  /** Opens a service for questions. */
  register(service: QueriedService, bus: QueryBus): void {
    this.buses.set(service, bus);
  }

  async ask<Answer>(query: ServiceQuery<Answer>): Promise<Answer> {
    const { service } = query.constructor as unknown as QueryType;
    const bus = this.buses.get(service);
    if (bus === undefined) throw new ServiceUnavailable(`${service} does not answer yet`);
    const attributes = {
      [attributeNames.app]: service,
      [attributeNames.messageType]: query.constructor.name,
    };
    try {
      return await inSpan(spanNames.readView, { attributes }, () =>
        bus.execute<ServiceQuery<Answer>, Answer>(query),
      );
    } catch (error) {
      if (!isInfrastructureFault(error)) throw error;
      throw new ServiceUnavailable(`${service} cannot answer now`, { cause: error });
    }
  }
}
