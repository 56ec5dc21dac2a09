import { Controller, Get, Param } from '@nestjs/common';
import type { BasketReply, BasketStatusReply } from '@nordgate/contracts/http';
import type { BasketView } from '@nordgate/contracts/queries';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { paymentReading } from '../../request/route-requirements.js';
import { fault, undecided } from '../../reply/request-error.js';
import { tppMessageOf } from '../../reply/tpp-messages.js';
import { findLiveBasket } from './find-basket.js';

/** GET of a signing basket and of its status: the worst case over its payments (specification 3). */
@Controller('v1/signing-baskets')
export class BasketStatusController {
  constructor(private readonly edge: Edge) {}

  @Get(':id/status')
  @SignedRoute(paymentReading, {
    id: 'getSigningBasketStatus',
    summary: 'Status of a signing basket',
    answers: { 200: { says: 'Where it stands.', schema: 'BasketStatusReply' } },
    refuses: [401, 404],
  })
  async status(
    @Param('id') id: string,
    @CurrentCaller() caller: Caller,
  ): Promise<BasketStatusReply> {
    const { view } = await findLiveBasket(this.edge, caller, id);
    return statusOf(view, caller);
  }

  @Get(':id')
  @SignedRoute(paymentReading, {
    id: 'getSigningBasket',
    summary: 'A signing basket with its payments',
    answers: { 200: { says: 'The basket.', schema: 'BasketReply' } },
    refuses: [401, 404],
  })
  async basket(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<BasketReply> {
    const { view } = await findLiveBasket(this.edge, caller, id);
    if (view === undefined) throw undecided();
    const payments = view.paymentIds.map((one) => this.edge.publicId('payment', one, caller));
    return { payments, ...statusOf(view, caller) };
  }
}

/** A basket that is not decided yet is RCVD, as in its 201. */
function statusOf(view: BasketView | undefined, caller: Caller): BasketStatusReply {
  if (view === undefined) return { transactionStatus: 'RCVD' };
  const { transactionStatus, refusal } = view;
  if (refusal === undefined) return { transactionStatus };
  const reason = fault(refusal.code, 'basket.memberTaken', refusal.path);
  return { transactionStatus, tppMessages: [tppMessageOf(reason, 'ERROR', caller.language)] };
}
