import { Injectable } from '@nestjs/common';
import type { ActingContext, ActingCustomer } from '@nordgate/contracts/queries';
import type { AuthorisationFailure, AuthorisedResource } from '@nordgate/contracts/events';
import { ServiceUnavailableError } from '@nordgate/service';
import { isOpen } from '../../authorisation/authorisation.js';
import type { Authorisation, Challenged, Identified } from '../../authorisation/authorisation.js';
import { paymentIdsOf } from '../../authorisation/same-challenge.js';
import { isOver } from '../../session/deadline.js';
import { AuthorisationService } from '../bank/authorisation.service.js';
import { Bank } from '../bank/bank.rows.js';
import type { Visit } from '../visit/visit.js';
import { openContexts, shownContext } from './acting-context.js';
import { approvalContent, isDecidable, whyUndecidable } from './approval-content.js';
import type { ApprovalContent } from './approval-content.js';
import { pickedAccounts, pickedIn } from './picked-accounts.js';
import { signableContexts } from './second-signature.js';

/** An authorisation that waits for the decision of the PSU. */
export type Undecided = Identified | Challenged;

/** What the PSU has to decide now. */
export interface Approvable {
  readonly is: 'content';
  readonly authorisation: Undecided;
  readonly customer: ActingCustomer;
  readonly content: ApprovalContent;
  /** The contexts that the PSU may choose from, the shown one among them. */
  readonly contexts: readonly ActingContext[];
  /** The name of the customer who signed first. */
  readonly firstSigner?: string | undefined;
}

/** The authorisation is over: its time has passed, or there is nothing left to decide. */
export interface Ended {
  readonly is: 'ended';
  readonly authorisation: Authorisation;
}

/** Finds out on every request who may approve what. */
@Injectable()
export class ApprovableService {
  constructor(
    private readonly authorisations: AuthorisationService,
    private readonly bank: Bank,
  ) {}

  /**
   * What there is to decide in the context with the key `wanted`. An authorisation without anything
   * to decide fails. Throws ServiceUnavailableError.
   */
  async prepare({ id, authorisation, now }: Visit, wanted: string): Promise<Approvable | Ended> {
    if (!isOpen(authorisation)) return { is: 'ended', authorisation };
    if (isOver(authorisation.expiresAt, now)) return this.fail(id, 'expired');
    const { initiator, psu, resource } = authorisation;
    const [customer, views, obstacle] = await Promise.all([
      this.bank.customer({ customerId: psu.customerId }),
      this.bank.payments(initiator.tpp, paymentIdsOf(resource)),
      this.obstacleTo(resource, initiator.tpp),
    ]);
    if (obstacle !== undefined) return this.fail(id, obstacle);
    const open = customer === null ? [] : openContexts(initiator, customer);
    const contexts = signableContexts(open, views);
    const context = shownContext(contexts, wanted || pickedIn(authorisation), views);
    if (customer === null || context === undefined) return this.fail(id, 'other-customer');
    const content = approvalContent(resource, views, context, psu.customerId);
    if (content === undefined) throw new ServiceUnavailableError('a payment is not known yet');
    if (!isDecidable(resource, content)) return this.fail(id, whyUndecidable(content.payments));
    const picked = { ...content, ...pickedAccounts(authorisation, context) };
    const firstSigner = await this.nameOf(content.firstSigner);
    return { is: 'content', authorisation, customer, content: picked, contexts, firstSigner };
  }

  /** A member of an open basket cannot be approved alone, and a basket that has ended not at all. */
  private async obstacleTo(
    resource: AuthorisedResource,
    tpp: string,
  ): Promise<AuthorisationFailure | undefined> {
    if (resource.kind === 'payment') {
      return (await this.bank.isInOpenBasket(resource.paymentId)) ? 'joined-basket' : undefined;
    }
    if (resource.kind !== 'basket') return undefined;
    const basket = await this.bank.basket(tpp, resource.basketId);
    return basket?.isOpen === false ? 'not-approvable' : undefined;
  }

  private async nameOf(customerId: string | undefined): Promise<string | undefined> {
    return customerId === undefined ? undefined : this.bank.nameOf(customerId);
  }

  private async fail(id: string, reason: AuthorisationFailure): Promise<Ended> {
    const command = { type: 'FailAuthorisation', data: { reason } } as const;
    return { is: 'ended', authorisation: await this.authorisations.execute(id, command) };
  }
}
