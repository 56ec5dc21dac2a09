import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { PaymentEvent, ScaEvent } from '@nordgate/contracts/events';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { ReactsTo } from '@nordgate/messaging';
import { ApprovalCheck } from '@nordgate/service';
import { registeredEvents, registeredStatusOf } from './payment-register/payment-register.js';
import { registerRow } from './payment-register/payment-register.rows.js';
import { settleAuthorisation } from './settle-authorisation/settle-authorisation.js';

/** The events of other services that baskets reacts to. */
@Controller()
export class BasketsConsumers {
  constructor(private readonly approvals: ApprovalCheck) {}

  @ReactsTo<PaymentEvent>('payments.events.v1', 'baskets.payment-register', registeredEvents)
  register(@Payload() received: ReceivedEvent<PaymentEvent>): Reaction {
    return { rows: [registerRow(registeredStatusOf(received))] };
  }

  @ReactsTo<ScaEvent>('sca.events.v1', 'baskets.settle-authorisation', [
    'ChallengeShown',
    'AuthorisationFinalised',
    'AuthorisationRefused',
  ])
  settleAuthorisation(@Payload() received: ReceivedEvent<ScaEvent>): Reaction {
    return settleAuthorisation(received, this.approvals.check);
  }
}
