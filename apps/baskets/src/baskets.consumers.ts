import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Handled } from '@nordgate/contracts/events';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { ReactsTo } from '@nordgate/messaging';
import { ApprovalCheck } from '@nordgate/service';
import {
  registeredEvents,
  registeredStatusOf,
  registerRow,
} from './payment-register/payment-register.js';
import { authorisationEvents, settleAuthorisation } from './approve/settle-authorisation.js';

/** The events of other services that baskets reacts to. */
@Controller()
export class BasketsConsumers {
  constructor(private readonly approvals: ApprovalCheck) {}

  @ReactsTo('baskets.payment-register', registeredEvents)
  register(@Payload() received: ReceivedEvent<Handled<typeof registeredEvents>>): Reaction {
    return { rows: [registerRow(registeredStatusOf(received))] };
  }

  @ReactsTo('baskets.settle-authorisation', authorisationEvents)
  settleAuthorisation(
    @Payload() received: ReceivedEvent<Handled<typeof authorisationEvents>>,
  ): Reaction {
    return settleAuthorisation(received, this.approvals.check);
  }
}
