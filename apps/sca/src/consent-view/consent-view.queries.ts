import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetConsent } from '@nordgate/contracts/queries';
import type { ConsentView } from '@nordgate/contracts/queries';
import { generationOf } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import { DatabaseClock } from '../database-clock/database-clock.queries.js';
import { accessStream, accessStreamId } from '../domain/access.js';
import type { Access } from '../domain/access.js';
import { authorisationStream, authorisationStreamId } from '../domain/authorisation.js';
import type { Authorisation } from '../domain/authorisation.js';
import { consentView } from './consent-view.js';

@QueryHandler(GetConsent)
export class GetConsentHandler implements IQueryHandler<GetConsent> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: DatabaseClock,
  ) {}

  async execute({ tpp, consentId }: GetConsent): Promise<ConsentView | null> {
    const stream = authorisationStreamId(consentId);
    const [{ state }, now] = await Promise.all([
      this.store.state(authorisationStream, stream),
      this.clock.now(),
    ]);
    return consentView(state, await this.accessOf(state, generationOf(consentId)), {
      tpp,
      consentId,
      now,
    });
  }

  private async accessOf(authorisation: Authorisation, generation: number): Promise<Access> {
    if (authorisation.is !== 'finalised') return accessStream.initial;
    const { initiator, outcome, psu } = authorisation;
    const stream = accessStreamId(generation, initiator.tpp, psu.customerId, outcome);
    const { state } = await this.store.state(accessStream, stream);
    return state;
  }
}
