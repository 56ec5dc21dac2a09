import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { authorisationStreamId } from '../../domain/authorisation.js';
import type { Failed, Finalised } from '../../domain/authorisation.js';
import { isOpenedHere } from '../../domain/opened-here.js';
import { isOutage } from '../frame/outage.js';
import type { TextKey } from '../language/en.js';
import { hashOf } from '../security/tokens.js';
import { Authorisations } from '../visit/authorisations.http.js';
import { Bank } from '../visit/bank.queries.js';
import { ownAuthorisation } from '../visit/own-authorisation.js';
import { Visits } from '../visit/visits.http.js';
import { effectOnBasket, effectOnPayment, endingText } from './ending.js';
import type { Effect } from './ending.js';

/** Tells a PSU who is back at the overview what became of what they signed or refused. */
@Injectable()
export class Endings {
  constructor(
    private readonly visits: Visits,
    private readonly authorisations: Authorisations,
    private readonly bank: Bank,
  ) {}

  /** Only to the browser in which it was done: an address cannot make anybody read anything. */
  async noticeAfter(request: FastifyRequest, id: string): Promise<TextKey | undefined> {
    const secret = this.visits.isId(id) ? this.visits.browserSecret(request, id) : undefined;
    if (secret === undefined) return undefined;
    const { authorisation } = await this.authorisations.load(id);
    const own = ownAuthorisation(authorisation, hashOf(secret));
    const isOver = own?.is === 'finalised' || own?.is === 'failed';
    if (!isOver || !isOpenedHere(own)) return undefined;
    return endingText(own, await this.effectOf(own, authorisationStreamId(id)));
  }

  private async effectOf(own: Finalised | Failed, stream: string): Promise<Effect> {
    try {
      return await this.lookFor(own, stream);
    } catch (error) {
      if (isOutage(error)) return 'pending';
      throw error;
    }
  }

  private async lookFor(own: Finalised | Failed, stream: string): Promise<Effect> {
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
