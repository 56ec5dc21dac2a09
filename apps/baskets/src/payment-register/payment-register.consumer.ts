import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { PaymentEvent } from '@nordgate/contracts/events';
import { ReactsTo } from '@nordgate/messaging';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { registeredStatusOf } from './payment-register.js';
import { registerRow } from './payment-register.rows.js';

@Controller()
export class PaymentRegisterConsumer {
  @ReactsTo<PaymentEvent>('payments.events.v1', 'baskets.payment-register')
  react(@Payload() received: ReceivedEvent<PaymentEvent>): Reaction {
    return { rows: [registerRow(registeredStatusOf(received))] };
  }
}
