import { Controller, Delete, HttpCode, Param } from '@nestjs/common';
import { GetBasket } from '@nordgate/contracts/queries';
import type { BasketCommands } from '@nordgate/contracts/commands';
import type { BasketView } from '@nordgate/contracts/queries';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { paymentChange } from '../../request/route-requirements.js';
import { findBasket, unknownBasket } from '../basket-status/find-basket.js';
import { streamIdOf, streams } from '@nordgate/contracts/rules';
import { fault, RequestError, undecided, unavailable } from '../../reply/request-error.js';

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
