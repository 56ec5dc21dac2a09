import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { BasketEvent } from '@nordgate/contracts/events';
import { ReactsTo } from '@nordgate/messaging';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
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
