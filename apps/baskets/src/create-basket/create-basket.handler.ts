import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import type { StreamCommand } from '@nordgate/messaging';
import { basketStream } from '../domain/basket.js';
import { registerRow } from '../payment-register/payment-register.rows.js';
import { basketReceipt, createBasket } from './create-basket.js';
import type { CreateBasket } from './create-basket.js';

/** Also registers what the gateway read of the members, in case their events are still on the way. */
@HandlesCommand('CreateBasket')
export class CreateBasketHandler extends DecidesOn(basketStream, createBasket, basketReceipt) {
  override execute(command: StreamCommand): Promise<unknown> {
    const { facts } = (command.message as CreateBasket).data;
    for (const { upsert, row } of facts.map(registerRow)) command.work.rows(upsert).push(row);
    return super.execute(command);
  }
}
