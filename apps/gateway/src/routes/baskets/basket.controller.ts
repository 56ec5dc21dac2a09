import { Controller, Get, Param, Delete, HttpCode } from '@nestjs/common';
import type { BasketReply, BasketStatusReply } from '@nordgate/contracts/http';
import type { BasketView } from '@nordgate/contracts/queries';
import { GetBasket } from '@nordgate/contracts/queries';
import type { BasketCommands } from '@nordgate/contracts/commands';
import { streamIdOf, streams } from '@nordgate/contracts/rules';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { paymentReading, paymentChange } from '../../request/route-requirements.js';
import { fault, undecided, RequestError, unavailable } from '../../reply/request-error.js';
import { tppMessageOf } from '../../reply/tpp-messages.js';
import { findLiveBasket, findBasket, unknownBasket } from './find-basket.js';

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

/** DELETE of a signing basket, before its approval page is opened (rulings on baskets). */
@Controller('v1/signing-baskets')
export class DeleteBasketController {
  constructor(private readonly edge: Edge) {}

  @Delete(':id')
  @HttpCode(204)
  @SignedRoute(paymentChange, {
    id: 'deleteSigningBasket',
    summary: 'Deletes a signing basket before its approval page is opened',
    answers: { 204: { says: 'It is deleted, and its payments are free again.' } },
    refuses: [401, 404, 409],
  })
  async delete(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<void> {
    const { basketId, view } = await findBasket(this.edge, caller, id, 'own-psu');
    if (view === undefined) throw undecided();
    const request = streamIdOf(caller, 'DELETE', basketId);
    const after = view.isOpen ? await this.sendDeletion(basketId, caller, request) : view;
    if (after.deletedBy === request) return;
    if (after.deletedBy !== undefined) throw unknownBasket();
    throw new RequestError([fault('CONFLICT', 'basket.notDeletable')]);
  }

  /** The basket after the command: deleted, or as another command left it before. */
  private async sendDeletion(id: string, caller: Caller, request: string): Promise<BasketView> {
    const stream = streams.basket.id(id);
    const data: BasketCommands['DeleteBasket']['data'] = { by: request };
    const command = { id: `${stream}/${request}`, type: 'DeleteBasket', stream, data } as const;
    const read = () => this.edge.queries.ask(new GetBasket(caller.tpp, id));
    const readView = async () => {
      const view = await read();
      return view === null || view.isOpen ? undefined : view;
    };
    const result = await this.edge.tell('baskets.commands.v1', caller, command, readView);
    const view = await read();
    if (view === null || result.is === 'accepted') throw unavailable();
    return view;
  }
}
