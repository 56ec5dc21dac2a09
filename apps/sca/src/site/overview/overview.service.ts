import { Injectable } from '@nestjs/common';
import { EventStore } from '@nordgate/event-store';
import { isRefusal } from '@nordgate/decider';
import { ServiceUnavailableError } from '@nordgate/service';
import { accessesOf } from '../../access/accesses-of-customer.rows.js';
import { DatabaseClock } from '../../session/database-clock.rows.js';
import type { GrantedAccess } from '../../access/access.js';
import { minutesAfter } from '../../session/deadline.js';
import { lastReadsOf } from '../../access/last-reads.rows.js';
import { PsuCommandService } from '../bank/psu-command.service.js';
import { redirectTo } from '../frame/answer.js';
import type { Redirect } from '../frame/answer.js';
import { linkPath } from '../frame/site-address.js';
import { Site } from '../frame/site.service.js';
import { unopenedValue } from '../visit/opening.js';
import { appCookie, overviewCookie, unopenedCookie } from '../security/cookies.js';
import { newAuthorisationId, newSecret } from '../security/random.source.js';
import { TppAdmissionService } from '../visit/tpp-admission.service.js';
import type { OverviewVisit } from '../visit/overview-visit.guard.js';
import { inForce, streamOfAccess } from './overview-view.js';
import type { KnownAccesses } from './overview-view.js';

/** Opens the overview by SCA, and reads and ends the accesses that it shows. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly site: Site,
    private readonly clock: DatabaseClock,
    private readonly store: EventStore,
    private readonly commands: PsuCommandService,
    private readonly admission: TppAdmissionService,
  ) {}

  /**
   * Leads to a log-in that only a cookie of this browser keeps: a stranger who asks for log-ins writes
   * nothing. The log-in opens its authorisation. Undefined for an app that has no world in a sandbox. Throws
   * ServiceUnavailableError.
   *
   * @param app the organizationIdentifier of a TPP; empty outside a sandbox
   */
  async logIn(app: string): Promise<Redirect | undefined> {
    const generation = await this.site.generationOf(app);
    if (generation === undefined) return undefined;
    const id = newAuthorisationId(generation);
    const token = newSecret();
    const expiresAt = minutesAfter(await this.clock.now(generation), this.site.linkMinutes);
    const unopened = unopenedValue(this.site.cookieKey, { id, token, expiresAt });
    return redirectTo(linkPath(id, token), [
      { name: overviewCookie, value: id },
      { name: unopenedCookie(id), value: unopened },
      ...(app === '' ? [] : [{ name: appCookie, value: app }]),
    ]);
  }

  /** What TPPs may read of the accounts of the customer now, the newest access first. */
  async accesses(
    visit: Pick<OverviewVisit, 'customerId' | 'generation' | 'now'>,
  ): Promise<readonly GrantedAccess[]> {
    return inForce(await accessesOf(this.store.database, visit), visit.now);
  }

  /** What TPPs may read now, what they last read, and which of them the bank does not answer. */
  async known(visit: OverviewVisit): Promise<KnownAccesses> {
    const [accesses, lastReads] = await Promise.all([
      this.accesses(visit),
      lastReadsOf(this.store.database, visit),
    ]);
    const paused = await this.admission.pausedAmong(accesses, visit.now);
    return { accesses, lastReads, paused };
  }

  /** Ends an access. Throws ServiceUnavailableError when that is refused. */
  async revoke(access: GrantedAccess): Promise<void> {
    const data = { by: 'psu', consentId: access.consentId };
    const stream = streamOfAccess(access);
    const outcome = await this.commands.execute(stream, { type: 'RevokeAccess', data });
    if (isRefusal(outcome)) throw new ServiceUnavailableError('RevokeAccess was refused');
  }
}
