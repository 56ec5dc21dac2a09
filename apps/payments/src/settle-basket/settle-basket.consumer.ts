import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { BasketEvent } from '@nordgate/contracts';
import { ReactsTo } from '@nordgate/messaging';
import type { Reaction, ReceivedEvent } from '@nordgate/messaging';
import { settleBasket } from './settle-basket.js';

@Controller()
export class SettleBasketConsumer {
  @ReactsTo<BasketEvent>('baskets.events.v1', 'payments.settle-basket', [
    'BasketSigned',
    'BasketApproved',
    'BasketRejected',
  ])
  react(@Payload() received: ReceivedEvent<BasketEvent>): Reaction {
    return settleBasket(received);
  }
}
