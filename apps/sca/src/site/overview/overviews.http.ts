import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { EventStore } from '@nordgate/event-store';
import { isRefusal } from '@nordgate/decider';
import type { Command } from '@nordgate/decider';
import { LocalCommands } from '@nordgate/messaging';
import { ServiceUnavailable } from '@nordgate/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseClock } from '../../database-clock/database-clock.queries.js';
import { accessStream } from '../../domain/access.js';
import type { Access, GrantedAccess } from '../../domain/access.js';
import { authorisationStreamId } from '../../domain/authorisation.js';
import { isOver, minutesAfter } from '../../domain/deadline.js';
import { isOverview } from '../../domain/same-challenge.js';
import type { OpenAuthorisation } from '../../open-authorisation/open-authorisation.js';
import { SCA_SETTINGS } from '../../sca.settings.js';
import type { ScaSettings } from '../../sca.settings.js';
import { Site } from '../frame/site.http.js';
import { cookieOptions, overviewCookie } from '../security/cookies.js';
import { csrfToken, hashOf } from '../security/tokens.js';
import { Authorisations } from '../visit/authorisations.http.js';
import { ownAuthorisation } from '../visit/own-authorisation.js';
import { Visits } from '../visit/visits.http.js';
import { inForce, streamOfAccess } from './overview-view.js';

/** A browser whose PSU has just proved who they are. */
export interface OverviewVisit {
  readonly customerId: string;
  readonly now: string;
  readonly csrf: string;
}

/** All accesses of a customer, to every TPP: served by the index of the accesses. */
const accessesOfCustomer = {
  name: 'sca.accesses-of-customer',
  text: `select state from es.view where stream_type = $2 and state ->> 'customerId' = $1`,
};

/** Lets a PSU into their own overview by the same SCA that approves payments. */
@Injectable()
export class Overviews {
  constructor(
    private readonly site: Site,
    private readonly visits: Visits,
    private readonly authorisations: Authorisations,
    private readonly store: EventStore,
    private readonly commands: LocalCommands,
    private readonly clock: DatabaseClock,
    @Inject(SCA_SETTINGS) private readonly settings: ScaSettings,
  ) {}

  /** The visit, for ten minutes after the SCA of this browser; else undefined. */
  async visit(request: FastifyRequest): Promise<OverviewVisit | undefined> {
    const id = request.cookies[overviewCookie(this.site.secure)];
    if (id === undefined || !this.visits.isId(id)) return undefined;
    const secret = this.visits.browserSecret(request, id);
    if (secret === undefined) return undefined;
    const { authorisation, now } = await this.authorisations.load(id);
    const own = ownAuthorisation(authorisation, hashOf(secret));
    if (own?.is !== 'finalised' || !isOverview(own.resource)) return undefined;
    if (isOver(minutesAfter(own.outcome.at, this.settings.timers.approvalMinutes), now))
      return undefined;
    const csrf = csrfToken(this.site.keys.cookies, 'overview', id, secret);
    return { customerId: own.psu.customerId, now, csrf };
  }

  /** Opens an authorisation of the bank's own and sends the browser to its log-in. */
  async begin(reply: FastifyReply): Promise<void> {
    const id = randomBytes(16).toString('hex');
    const token = randomBytes(32).toString('base64url');
    const stream = authorisationStreamId(id);
    const meta = { at: await this.clock.now(), actor: 'psu' };
    const data: OpenAuthorisation['data'] = {
      resource: { kind: 'access', asks: 'overview' },
      initiator: { tpp: 'bank', tppName: 'Nordgate', tppSessionId: id, redirectUri: '' },
      tokenHash: hashOf(token),
    };
    await this.execute({ id: `${stream}/open`, type: 'OpenAuthorisation', stream, data, meta });
    const { secure } = this.site;
    void reply.setCookie(overviewCookie(secure), id, cookieOptions(secure));
    this.site.seeOther(reply, `/sign/${id}/${token}`);
  }

  /** What TPPs may read of the customer's accounts right now. */
  async accesses({ customerId, now }: OverviewVisit): Promise<readonly GrantedAccess[]> {
    const { rows } = await this.store.database.pool.query<{ state: Access }>({
      ...accessesOfCustomer,
      values: [customerId, accessStream.name],
    });
    return inForce(
      rows.map(({ state }) => state),
      now,
    );
  }

  async revoke(access: GrantedAccess): Promise<void> {
    const stream = streamOfAccess(access);
    const meta = { at: await this.clock.now(), actor: 'psu' };
    const data = { by: 'psu', consentId: access.consentId };
    await this.execute({
      id: `${stream}/${randomUUID()}`,
      type: 'RevokeAccess',
      stream,
      data,
      meta,
    });
  }

  private async execute(command: Command): Promise<void> {
    const outcome = await this.commands.execute(command);
    if (isRefusal(outcome)) throw new ServiceUnavailable(`${command.type} was refused`);
  }
}
