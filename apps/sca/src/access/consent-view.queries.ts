import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetConsent, GetConsentInForce, GetConsentsOfCustomer } from '@nordgate/contracts/queries';
import type { ConsentInForce, ConsentOfCustomer, ConsentView } from '@nordgate/contracts/queries';
import { generationOf } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import { EventStore } from '@nordgate/event-store';
import { consentRefusal } from './access-answer.js';
import { accessesOf } from './accesses-of-customer.rows.js';
import { findAuthorisations } from '../authorisation/authorisation-view.queries.js';
import { DatabaseClock } from '../session/database-clock.rows.js';
import { accessStream, accessStreamId } from './access.js';
import type { Access } from './access.js';
import type { Finalised } from '../authorisation/authorisation.js';
import { customerOfPsu } from '../session/session-view.queries.js';
import { SCA_SETTINGS } from '../sca.settings.js';
import type { ScaSettings } from '../sca.settings.js';
import { consentInForce, consentView, finalisedOf } from './consent-view.js';

@QueryHandler(GetConsent)
export class GetConsentHandler implements IQueryHandler<GetConsent> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: DatabaseClock,
    @Inject(SCA_SETTINGS) private readonly settings: Pick<ScaSettings, 'timers'>,
  ) {}

  async execute({ tpp, consentId }: GetConsent): Promise<ConsentView | null> {
    const [found, now] = await Promise.all([
      findAuthorisations(this.store.database, { tpp, kind: 'access', resourceId: consentId }),
      this.clock.now(generationOf(consentId)),
    ]);
    const access = await this.accessOf(finalisedOf(found), generationOf(consentId));
    const { unapprovedHours } = this.settings.timers;
    return consentView(found, access, { tpp, consentId, now, unapprovedHours });
  }

  private async accessOf(given: Finalised | undefined, generation: number): Promise<Access> {
    if (given === undefined) return accessStream.initial;
    const { initiator, outcome, psu } = given;
    const stream = accessStreamId(generation, initiator.tpp, psu.customerId, outcome);
    const { state } = await this.store.state(accessStream, stream);
    return state;
  }
}

@QueryHandler(GetConsentInForce)
export class GetConsentInForceHandler implements IQueryHandler<GetConsentInForce> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: DatabaseClock,
  ) {}

  async execute(
    query: GetConsentInForce,
  ): Promise<{ readonly customerId: string; readonly consent?: ConsentInForce } | null> {
    const { tpp, corporateId, generation } = query;
    const customerId = await customerOfPsu(this.store.database, query);
    if (customerId === undefined) return null;
    const context = corporateId === null ? 'PRIVATE' : 'CORPORATE';
    const whose = { context, ...defined({ corporateId: corporateId ?? undefined }) } as const;
    const [{ state }, now] = await Promise.all([
      this.store.state(accessStream, accessStreamId(generation, tpp, customerId, whose)),
      this.clock.now(generation),
    ]);
    return { customerId, ...defined({ consent: consentInForce(state, now) }) };
  }
}

@QueryHandler(GetConsentsOfCustomer)
export class GetConsentsOfCustomerHandler implements IQueryHandler<GetConsentsOfCustomer> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: DatabaseClock,
  ) {}

  async execute(query: GetConsentsOfCustomer): Promise<readonly ConsentOfCustomer[]> {
    const [accesses, now] = await Promise.all([
      accessesOf(this.store.database, query),
      this.clock.now(query.generation),
    ]);
    return accesses
      .filter((one) => one.is === 'granted')
      .filter((one) => consentRefusal(one, now) === undefined)
      .map((one) => {
        const { tpp, customerId, consentId } = one;
        return { consentId, stream: accessStreamId(query.generation, tpp, customerId, one) };
      });
  }
}
