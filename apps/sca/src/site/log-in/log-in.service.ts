import { Injectable } from '@nestjs/common';
import type { ActingCustomer } from '@nordgate/contracts/queries';
import { generationOf } from '@nordgate/contracts/rules';
import { isOpen } from '../../authorisation/authorisation.js';
import type { Authorisation, Received } from '../../authorisation/authorisation.js';
import { isOwnBusiness } from '../../authorisation/same-challenge.js';
import type { OpenAuthorisation } from '../../authorisation/open-authorisation.js';
import { AuthorisationService } from '../bank/authorisation.service.js';
import { Bank } from '../bank/bank.rows.js';
import { PsuIdService } from '../bank/psu-command.service.js';
import { openContexts } from '../content/acting-context.js';
import { redirectTo } from '../frame/answer.js';
import type { Answer, CookieChange } from '../frame/answer.js';
import { approvalPath } from '../frame/site-address.js';
import { Site } from '../frame/site.service.js';
import { endedPage } from '../leave/ended.page.js';
import { appCookie, unopenedCookie } from '../security/cookies.js';
import { guessId, hashOf } from '../security/tokens.js';
import type { CheckedGuess } from '../limits/guess.service.js';
import { DepartureService } from '../leave/departure.service.js';
import { enter } from '../visit/entry.service.js';
import { ownAuthorisation } from '../visit/visit.js';
import { logInPage } from './link-answer.js';
import type { FollowedLink, LinkState } from './link-answer.js';

/** Identifies the PSU by their customer number, and checks that this PSU may approve. */
@Injectable()
export class LogInService {
  constructor(
    private readonly site: Site,
    private readonly authorisations: AuthorisationService,
    private readonly psuIds: PsuIdService,
    private readonly bank: Bank,
    private readonly departures: DepartureService,
  ) {}

  /** Logs in with a customer number, or shows the form again. A number of another customer is wrong, too. */
  async attempt(
    link: FollowedLink,
    received: Received,
    customerNumber: string,
  ): Promise<CheckedGuess<Answer>> {
    const customer = await this.bank.customer(inWorld({ customerNumber }, link.id));
    if (customer === null) {
      return { outcome: await this.refuse(link, received, customerNumber), isWrong: true };
    }
    return this.enterAs(link, received, customer);
  }

  /** Logs in a customer whom a number or the identity provider has identified. Another customer is wrong. */
  async enterAs(
    link: FollowedLink,
    received: Received,
    customer: ActingCustomer,
  ): Promise<CheckedGuess<Answer>> {
    // Now that the customer is known, the log-in may be written.
    if (!link.isStored) await this.authorisations.open(link.id, openedBy(received));
    const [secret = ''] = this.ownerSecrets(link);
    const browser = hashOf(secret);
    const after = await this.identify(link.id, received, { customer, browser });
    const isWrong = after.is === 'failed' && after.failure.reason === 'other-customer';
    return { outcome: await this.goOn(link, after), isWrong };
  }

  /** The link has ended, perhaps by a first click on the button of the same form. */
  async comesLate(
    link: FollowedLink,
    found: Exclude<Authorisation, { readonly is: 'none' | 'void' }>,
  ): Promise<Answer> {
    // Nothing of this log-in is written, so there is nothing to fail.
    if (!link.isStored) return endedPage(link.reader, found, { way: 'expired', leads: true });
    const isLate = found.is === 'received';
    return this.goOn(link, isLate ? await this.fail(link.id, 'expired') : found);
  }

  /**
   * The answer of a link that has ended: the browser of the owner goes on, any other browser shows the
   * reason. Where the payment or basket ended before a log-in, everybody goes back to the TPP.
   */
  async ended(
    link: FollowedLink,
    state: Pick<LinkState & { readonly is: 'ended' }, 'authorisation' | 'why'>,
  ): Promise<Answer> {
    const { id, owner, reader } = link;
    const { authorisation, why } = state;
    const own = ownAuthorisation(authorisation, owner === undefined ? undefined : hashOf(owner));
    if (own !== undefined) {
      return isOpen(own) ? redirectTo(approvalPath(id)) : this.departures.leave(id, own, reader);
    }
    const isUnused = authorisation.is === 'failed' && authorisation.psu === undefined;
    if (isUnused && why === 'not-approvable') {
      return this.departures.leave(id, authorisation, reader);
    }
    // Where nobody logged in, the TPP learns of the end here. Elsewhere the browser of the PSU has told it.
    const leads = isUnused || authorisation.is === 'received';
    return endedPage(reader, authorisation, { way: why, leads });
  }

  private async refuse(
    link: FollowedLink,
    received: Received,
    customerNumber: string,
  ): Promise<Answer> {
    const unknown = { error: 'logIn.unknown', typed: customerNumber } as const;
    if (!link.isStored) return logInPage(link, received, unknown);
    const guess = guessId(this.site.cookieKey, link.id, customerNumber);
    const command = { type: 'RefuseLogIn', data: {} } as const;
    const after = await this.authorisations.execute(link.id, command, guess);
    return after.is === 'received' ? logInPage(link, after, unknown) : this.goOn(link, after);
  }

  private async identify(
    id: string,
    { initiator, resource }: Received,
    { customer, browser }: { readonly customer: ActingCustomer; readonly browser: string },
  ): Promise<Authorisation> {
    const { customerId } = customer;
    // The bank itself needs no PSU-ID to recognise its customers.
    const psuId = isOwnBusiness(resource)
      ? customerId
      : await this.psuIds.recognise(generationOf(id), initiator.tpp, customerId);
    const isMeant = initiator.psuId === undefined || initiator.psuId === psuId;
    if (!isMeant || openContexts(initiator, customer).length === 0) {
      return this.fail(id, 'other-customer');
    }
    const data = { customerId, psuId, browser };
    return this.authorisations.execute(id, { type: 'IdentifyPsu', data });
  }

  /** To the approval page if this browser logged in, to the TPP if all is over, else to the reason. */
  private async goOn(link: FollowedLink, after: Authorisation): Promise<Answer> {
    const { id, reader } = link;
    const secret = this.ownerSecrets(link).find((one) => ownAuthorisation(after, hashOf(one)));
    const spent = link.isStored ? [] : [{ name: unopenedCookie(id) }];
    if (secret !== undefined) return enter(id, secret, [...spent, ...this.appOf(after)]);
    if (after.is === 'failed' && after.psu === undefined) {
      return this.departures.leave(id, after, reader);
    }
    if (after.is === 'none' || after.is === 'void' || after.is === 'received') {
      throw new Error(`a log-in left the authorisation ${after.is}`);
    }
    return this.ended(link, { why: 'used', authorisation: after });
  }

  /**
   * The secrets that this browser may have after a log-in, that of the current key first: a second click on
   * the button yields the same, also after a rotation of the key.
   */
  private ownerSecrets({ id, visitor }: FollowedLink): readonly string[] {
    return this.site.ownerSecrets(id, visitor.secret);
  }

  /** The overview of a sandbox remembers whose app it was. */
  private appOf(after: Authorisation): readonly CookieChange[] {
    if (this.site.environment !== 'sandbox' || !('initiator' in after)) return [];
    return isOwnBusiness(after.resource) ? [] : [{ name: appCookie, value: after.initiator.tpp }];
  }

  private fail(id: string, reason: 'expired' | 'other-customer'): Promise<Authorisation> {
    return this.authorisations.execute(id, { type: 'FailAuthorisation', data: { reason } });
  }
}

/** The number of a customer or an identifier, in the generation of an authorisation; production has none. */
export function inWorld<By extends object>(
  by: By,
  authorisationId: string,
): By & { readonly generation?: number } {
  const generation = generationOf(authorisationId);
  return generation === 0 ? by : { ...by, generation };
}

/** The command data that opens an authorisation in this state. */
function openedBy({ resource, initiator, tokenHash }: Received): OpenAuthorisation['data'] {
  return { resource, initiator, tokenHash };
}
