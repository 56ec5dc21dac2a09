import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Handled } from '@nordgate/contracts/events';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { ReactsTo } from '@nordgate/messaging';
import { ApprovalCheck } from '@nordgate/service';
import {
  authorisationEvents,
  settleAuthorisation,
  basketEvents,
  settleBasket,
} from './approve/settle-authorisation.js';
import { executionEvents, settleExecution } from './execute/settle-execution.js';

/** The events of other services that payments reacts to. */
@Controller()
export class PaymentsConsumers {
  constructor(private readonly approvals: ApprovalCheck) {}

  @ReactsTo('payments.settle-authorisation', authorisationEvents)
  settleAuthorisation(
    @Payload() received: ReceivedEvent<Handled<typeof authorisationEvents>>,
  ): Reaction {
    return settleAuthorisation(received, this.approvals.check);
  }

  @ReactsTo('payments.settle-basket', basketEvents)
  settleBasket(@Payload() received: ReceivedEvent<Handled<typeof basketEvents>>): Reaction {
    return settleBasket(received, this.approvals.check);
  }

  @ReactsTo('payments.settle-execution', executionEvents)
  settleExecution(@Payload() received: ReceivedEvent<Handled<typeof executionEvents>>): Reaction {
    return settleExecution(received);
  }
}
