import { isInfrastructureFailure } from '@nordgate/event-store';
import { Injectable } from '@nestjs/common';
import { authorisationStreamId, isOpenedHere } from '../../authorisation/authorisation.js';
import type { Failed, Finalised } from '../../authorisation/authorisation.js';
import { AuthorisationService } from '../bank/authorisation.service.js';
import { Bank } from '../bank/bank.rows.js';
import { Site } from '../frame/site.service.js';
import type { TextKey } from '../language/texts.js';
import type { Browser } from '../security/browser.js';
import { hashOf } from '../security/tokens.js';
import { ownAuthorisation } from '../visit/visit.js';
import { effectOnBasket, effectOnPayment, endingText } from './ending.js';
import type { Effect } from './ending.js';

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
