import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetAuthorisation } from '@nordgate/contracts/queries';
import { EventStore } from '@nordgate/event-store';
import { DatabaseClock } from '../database-clock/database-clock.queries.js';
import { authorisationStream, authorisationStreamId } from '../domain/authorisation.js';
import { scaStatusOf } from './sca-status.js';

@QueryHandler(GetAuthorisation)
export class GetAuthorisationHandler implements IQueryHandler<GetAuthorisation> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: DatabaseClock,
  ) {}

  async execute({
    tpp,
    authorisationId,
  }: GetAuthorisation): Promise<{ readonly scaStatus: string } | null> {
    const stream = authorisationStreamId(authorisationId);
    const [{ state }, now] = await Promise.all([
      this.store.state(authorisationStream, stream),
      this.clock.now(),
    ]);
    const scaStatus = scaStatusOf(state, tpp, now);
    return scaStatus === null ? null : { scaStatus };
  }
}
