import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { BasketEvent, ScaEvent } from '@nordgate/contracts/events';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { ReactsTo } from '@nordgate/messaging';
import { settleAuthorisation } from './settle-authorisation/settle-authorisation.js';
import { settleBasket } from './settle-basket/settle-basket.js';

/** The events of other services that payments reacts to. */
@Controller()
export class PaymentsConsumers {
  @ReactsTo<ScaEvent>('sca.events.v1', 'payments.settle-authorisation', [
    'AuthorisationFinalised',
    'AuthorisationRefused',
  ])
  settleAuthorisation(@Payload() received: ReceivedEvent<ScaEvent>): Reaction {
    return settleAuthorisation(received);
  }

  @ReactsTo<BasketEvent>('baskets.events.v1', 'payments.settle-basket', [
    'BasketSigned',
    'BasketApproved',
    'BasketRejected',
  ])
  settleBasket(@Payload() received: ReceivedEvent<BasketEvent>): Reaction {
    return settleBasket(received);
  }
}
