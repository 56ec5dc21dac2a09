import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { BasketEvent } from '@nordgate/contracts/events';
import { ReactsTo } from '@nordgate/messaging';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { openForBasket } from './open-authorisations.js';

@Controller()
export class OpenBasketAuthorisationsConsumer {
  @ReactsTo<BasketEvent>('baskets.events.v1', 'sca.open-basket-authorisations', ['BasketCreated'])
  react(@Payload() received: ReceivedEvent<BasketEvent>): Reaction {
    return openForBasket(received);
  }
}
