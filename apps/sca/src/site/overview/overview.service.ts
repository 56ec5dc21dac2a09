import { Injectable } from '@nestjs/common';
import { generationSql } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import { isRefusal } from '@nordgate/decider';
import { ServiceUnavailableError } from '@nordgate/service';
import type { Access, GrantedAccess } from '../../domain/access.js';
import { AuthorisationService } from '../bank/authorisation.service.js';
import { PsuCommandService } from '../bank/psu-command.service.js';
import { redirectTo } from '../frame/answer.js';
import type { Redirect } from '../frame/answer.js';
import { linkPath } from '../frame/site-path.js';
import { Site } from '../frame/site.service.js';
import { overviewCookie } from '../security/cookies.js';
import { newAuthorisationId, newSecret } from '../security/random.source.js';
import { bankItself, openingData } from '../visit/entry.service.js';
import type { OverviewVisit } from '../visit/overview-visit.service.js';
import { inForce, streamOfAccess } from './overview-view.js';

/** The accesses that a customer gave to any TPP in a generation, by the index of migrations/3-accesses-of.migration.ts. */
export const accessesOfCustomer = {
  name: 'sca.accesses-of-customer',
  text: `select state from es.view where stream_type = 'access' and state ->> 'customerId' = $1
    and ${generationSql('stream_id')} = $2`,
};

/** Opens the overview by SCA, and reads and ends the accesses that it shows. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly site: Site,
    private readonly authorisations: AuthorisationService,
    private readonly store: EventStore,
    private readonly commands: PsuCommandService,
  ) {}

  /** Opens an authorisation of the bank itself and leads to its log-in. Throws ServiceUnavailableError. */
  async logIn(): Promise<Redirect> {
    const id = newAuthorisationId(await this.site.generation());
    const token = newSecret();
    const resource = { kind: 'access', asks: 'overview' } as const;
    const opening = { resource, initiator: bankItself };
    await this.authorisations.open(id, openingData(id, opening, token));
    return redirectTo(linkPath(id, token), [{ name: overviewCookie, value: id }]);
  }

  /** What TPPs may read of the accounts of the customer now, the newest access first. */
  async accesses({
    customerId,
    generation,
    now,
  }: Pick<OverviewVisit, 'customerId' | 'generation' | 'now'>): Promise<readonly GrantedAccess[]> {
    const { rows } = await this.store.database.pool.query<{ state: Access }>({
      ...accessesOfCustomer,
      values: [customerId, generation],
    });
    const accesses = rows.map(({ state }) => state);
    return inForce(accesses, now);
  }

  /** Ends an access. Throws ServiceUnavailableError when that is refused. */
  async revoke(access: GrantedAccess): Promise<void> {
    const data = { by: 'psu', consentId: access.consentId };
    const stream = streamOfAccess(access);
    const outcome = await this.commands.execute(stream, { type: 'RevokeAccess', data });
    if (isRefusal(outcome)) throw new ServiceUnavailableError('RevokeAccess was refused');
  }
}
