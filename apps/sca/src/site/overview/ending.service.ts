import { Injectable } from '@nestjs/common';
import type { BasketView, ApprovablePayment } from '@nordgate/contracts/queries';
import { isInfrastructureFailure } from '@nordgate/event-store';
import type { Failed, Finalised } from '../../authorisation/authorisation.js';
import { authorisationStreamId, isOpenedHere } from '../../authorisation/authorisation.js';
import { waitsFor } from '../leave/outcome.js';
import type { TextKey } from '../language/texts.js';
import { AuthorisationService } from '../bank/authorisation.service.js';
import { Bank } from '../bank/bank.rows.js';
import { Site } from '../frame/site.service.js';
import type { Browser } from '../security/browser.js';
import { hashOf } from '../security/tokens.js';
import { ownAuthorisation } from '../visit/visit.js';

/** What a decision did to its payment or basket: it counted, is on its way, or came too late. */
type Effect = 'taken' | 'pending' | 'late';

/** The effect of an authorisation on a payment. `stream` is the stream of the authorisation. */
export function effectOnPayment(
  view: ApprovablePayment,
  { psu, is }: Pick<Finalised | Failed, 'psu' | 'is'>,
  stream: string,
): Effect {
  if (waitsFor(view, psu?.customerId)) return 'pending';
  const isTaken =
    is === 'finalised' ? view.authorisedBy === stream : view.transactionStatus === 'RJCT';
  return isTaken ? 'taken' : 'late';
}

/** The effect of an authorisation on a basket. `stream` is the stream of the authorisation. */
export function effectOnBasket({ isOpen, settledBy }: BasketView, stream: string): Effect {
  if (isOpen) return 'pending';
  return settledBy === stream ? 'taken' : 'late';
}

/** The notice for the PSU when an authorisation that the bank itself opened is over. */
export function endingText(authorisation: Finalised | Failed, effect: Effect): TextKey {
  const isRefused = authorisation.is === 'failed' && authorisation.failure.reason === 'refused';
  if (authorisation.is === 'failed' && !isRefused) {
    const { reason } = authorisation.failure;
    return reason === 'other-customer' ? 'inbox.after.other-customer' : `failed.${reason}`;
  }
  if (effect === 'pending') return 'inbox.after.recorded';
  if (effect === 'late') return 'inbox.after.late';
  return isRefused ? 'inbox.after.refused' : 'inbox.after.done';
}

/** Finds out what a signature or refusal did, for a PSU who is back at the overview. */
@Injectable()
export class EndingService {
  constructor(
    private readonly site: Site,
    private readonly authorisations: AuthorisationService,
    private readonly bank: Bank,
  ) {}

  /**
   * The notice about an authorisation that was decided in this browser. Undefined in any other
   * browser: an address alone must not show a notice.
   */
  async noticeAfter(browser: Browser, id: string): Promise<TextKey | undefined> {
    const secret = (await this.site.canServe(id)) ? browser.secretFor(id) : undefined;
    if (secret === undefined) return undefined;
    const { authorisation } = await this.authorisations.load(id);
    const own = ownAuthorisation(authorisation, hashOf(secret));
    const isOver = own?.is === 'finalised' || own?.is === 'failed';
    if (!isOver || !isOpenedHere(own)) return undefined;
    return endingText(own, await this.effectOf(own, authorisationStreamId(id)));
  }

  private async effectOf(own: Finalised | Failed, stream: string): Promise<Effect> {
    try {
      return await this.readEffect(own, stream);
    } catch (error) {
      if (isInfrastructureFailure(error)) return 'pending';
      throw error;
    }
  }

  private async readEffect(own: Finalised | Failed, stream: string): Promise<Effect> {
    const { initiator, resource } = own;
    if (resource.kind === 'basket') {
      const basket = await this.bank.basket(initiator.tpp, resource.basketId);
      return basket === null ? 'pending' : effectOnBasket(basket, stream);
    }
    const ids = resource.kind === 'payment' ? [resource.paymentId] : [];
    const [view] = await this.bank.payments(initiator.tpp, ids);
    return view === undefined ? 'pending' : effectOnPayment(view, own, stream);
  }
}
