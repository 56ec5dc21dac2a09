import { Injectable } from '@nestjs/common';
import type { ActingContext, ActingCustomer } from '@nordgate/contracts/queries';
import type { AuthorisationFailure } from '@nordgate/contracts/events';
import { ServiceUnavailable } from '@nordgate/service';
import { isOpen } from '../../domain/authorisation.js';
import type { Authorisation, Challenged, Identified } from '../../domain/authorisation.js';
import { isOver } from '../../domain/deadline.js';
import { Authorisations } from '../visit/authorisations.http.js';
import { Bank } from '../visit/bank.queries.js';
import type { Visit } from '../visit/visits.http.js';
import { approvalContent, isDecidable, paymentIdsOf } from './approval-content.js';
import type { ApprovalContent } from './approval-content.js';
import { openContexts, shownContext } from './open-contexts.js';
import { signableContexts, whyUndecidable } from './second-signature.js';
import { pickedAccounts, pickedIn } from './picked-accounts.js';

/** An authorisation that waits for the PSU's decision. */
export type Undecided = Identified | Challenged;

/** What there is to decide, as it stands right now. */
export type Approvable =
  /** Over: by time, or because nothing is left of it. */
  | { readonly is: 'ended'; readonly authorisation: Authorisation }
  | {
      readonly is: 'content';
      readonly authorisation: Undecided;
      readonly customer: ActingCustomer;
      readonly content: ApprovalContent;
      /** All that the PSU may choose from, the shown one among them. */
      readonly contexts: readonly ActingContext[];
      /** Name of the customer who has signed it first. */
      readonly firstSigner?: string;
    };

/** Reads again, on every request, who may approve what. */
@Injectable()
export class Approvals {
  constructor(
    private readonly authorisations: Authorisations,
    private readonly bank: Bank,
  ) {}

  /** `wanted` is the key of the context that the PSU chose. Throws ServiceUnavailable. */
  async prepare({ id, authorisation, now }: Visit, wanted: string): Promise<Approvable> {
    if (!isOpen(authorisation)) return { is: 'ended', authorisation };
    if (isOver(authorisation.expiresAt, now)) return this.fail(id, 'expired');
    const { initiator, psu, resource } = authorisation;
    const [customer, views, isInBasket] = await Promise.all([
      this.bank.customer({ customerId: psu.customerId }),
      this.bank.payments(initiator.tpp, paymentIdsOf(resource)),
      resource.kind === 'payment' && this.bank.isInOpenBasket(resource.paymentId),
    ]);
    // While its basket is open a member is not authorised alone.
    if (isInBasket) return this.fail(id, 'joined-basket');
    const open = customer === null ? [] : openContexts(initiator, customer);
    const contexts = signableContexts(open, views);
    const context = shownContext(contexts, wanted || pickedIn(authorisation), views);
    if (customer === null || context === undefined) return this.fail(id, 'other-customer');
    const content = approvalContent(resource, views, context, psu.customerId);
    if (content === undefined) throw new ServiceUnavailable('a payment is not known yet');
    if (!isDecidable(resource, content)) return this.fail(id, whyUndecidable(content.payments));
    const accounts = pickedAccounts(authorisation, context);
    const picked = accounts === undefined ? content : { ...content, accounts };
    const first = await this.bank.nameOf(content.firstSigner);
    return { is: 'content', authorisation, customer, content: picked, contexts, ...first };
  }

  private async fail(id: string, reason: AuthorisationFailure): Promise<Approvable> {
    const command = { type: 'FailAuthorisation', data: { reason } } as const;
    return { is: 'ended', authorisation: await this.authorisations.execute(id, command) };
  }
}
