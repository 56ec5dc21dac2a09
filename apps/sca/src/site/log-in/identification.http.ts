import { Injectable } from '@nestjs/common';
import type { ActingCustomer } from '@nordgate/contracts/queries';
import type { Authorisation, Received } from '../../domain/authorisation.js';
import { isOwnBusiness } from '../../domain/same-challenge.js';
import { openContexts } from '../approval/open-contexts.js';
import { Site } from '../frame/site.http.js';
import { browserSecretOf, guessId, hashOf } from '../security/tokens.js';
import { Authorisations } from '../visit/authorisations.http.js';
import { Bank } from '../visit/bank.queries.js';
import { ownAuthorisation } from '../visit/own-authorisation.js';
import { Psus } from '../visit/psus.http.js';
import { Visits } from '../visit/visits.http.js';
import { LinkPages } from './link-pages.http.js';
import type { FollowedLink } from './link-pages.http.js';
import type { LinkState } from './link-state.js';

/** A customer number sent from a log-in form. */
export interface LogIn {
  /** The browser's secret before the log-in. */
  readonly browser: string;
  readonly now: string;
  readonly number: string;
}

/** Finds out who logs in, and whether it is who may approve. */
@Injectable()
export class Identification {
  constructor(
    private readonly site: Site,
    private readonly pages: LinkPages,
    private readonly visits: Visits,
    private readonly authorisations: Authorisations,
    private readonly psus: Psus,
    private readonly bank: Bank,
  ) {}

  async attempt(link: FollowedLink, received: Received, logIn: LogIn): Promise<void> {
    const { browser, number } = logIn;
    const customer = await this.bank.customer({ customerNumber: number });
    if (customer === null) return this.refuse(link, logIn);
    const secret = browserSecretOf(this.site.keys.cookies, link.id, browser);
    const after = await this.identify(link.id, received, { customer, browser: hashOf(secret) });
    this.goOn(link, after, secret);
  }

  /** The link is over or used; a second click on the log-in button has used it itself. */
  async comesLate(
    link: FollowedLink,
    state: Extract<LinkState, { readonly is: 'ended' }>,
    browser: string,
  ): Promise<void> {
    const isLate = state.authorisation.is === 'received';
    const authorisation = isLate ? await this.fail(link.id, 'expired') : state.authorisation;
    this.goOn(link, authorisation, browserSecretOf(this.site.keys.cookies, link.id, browser));
  }

  private async refuse(link: FollowedLink, { browser, now, number }: LogIn): Promise<void> {
    const guess = guessId(this.site.keys.cookies, link.id, number);
    const command = { type: 'RefuseLogIn', data: {} } as const;
    const after = await this.authorisations.execute(link.id, command, guess);
    if (after.is === 'received') {
      return this.pages.logIn(link, after, { browser, now, error: 'logIn.unknown' });
    }
    this.goOn(link, after, browserSecretOf(this.site.keys.cookies, link.id, browser));
  }

  private async identify(
    id: string,
    { initiator, resource }: Received,
    { customer, browser }: { readonly customer: ActingCustomer; readonly browser: string },
  ): Promise<Authorisation> {
    const { customerId } = customer;
    // The bank knows its customers without a PSU-ID.
    const psuId = isOwnBusiness(resource)
      ? customerId
      : await this.psus.recognise(initiator.tpp, customerId);
    const isMeant = initiator.psuId === undefined || initiator.psuId === psuId;
    if (!isMeant || openContexts(initiator, customer).length === 0) {
      return this.fail(id, 'other-customer');
    }
    const data = { customerId, psuId, browser };
    return this.authorisations.execute(id, { type: 'IdentifyPsu', data });
  }

  /** To the approval if this browser has logged in, to the TPP if all is over, else to the reason. */
  private goOn(link: FollowedLink, after: Authorisation, secret: string): void {
    const { id, request, reply } = link;
    if (ownAuthorisation(after, hashOf(secret))) return this.visits.enter(reply, id, secret);
    if (after.is === 'failed' && after.psu === undefined) {
      return this.visits.leave(request, reply, after);
    }
    if (after.is === 'none' || after.is === 'void' || after.is === 'received') {
      throw new Error(`a log-in left the authorisation ${after.is}`);
    }
    this.pages.ended(link, { is: 'ended', why: 'used', authorisation: after });
  }

  private fail(id: string, reason: 'expired' | 'other-customer'): Promise<Authorisation> {
    return this.authorisations.execute(id, { type: 'FailAuthorisation', data: { reason } });
  }
}
