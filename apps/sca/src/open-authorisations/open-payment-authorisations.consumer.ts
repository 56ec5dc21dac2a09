import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { PaymentEvent } from '@nordgate/contracts/events';
import { ReactsTo } from '@nordgate/messaging';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { openForPayment } from './open-authorisations.js';

@Controller()
export class OpenPaymentAuthorisationsConsumer {
  @ReactsTo<PaymentEvent>('payments.events.v1', 'sca.open-payment-authorisations', [
    'PaymentInitiated',
  ])
  react(@Payload() received: ReceivedEvent<PaymentEvent>): Reaction {
    return openForPayment(received);
  }
}
