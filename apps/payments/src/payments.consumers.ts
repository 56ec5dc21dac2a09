import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { BasketEvent, BatchEvent, ScaEvent } from '@nordgate/contracts/events';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { ReactsTo } from '@nordgate/messaging';
import { ApprovalCheck } from '@nordgate/service';
import { settleAuthorisation } from './settle-authorisation/settle-authorisation.js';
import { settleBasket } from './settle-basket/settle-basket.js';
import { executionEvents, settleExecution } from './settle-execution/settle-execution.js';

/** The events of other services that payments reacts to. */
@Controller()
export class PaymentsConsumers {
  constructor(private readonly approvals: ApprovalCheck) {}

  @ReactsTo<ScaEvent>('sca.events.v1', 'payments.settle-authorisation', [
    'AuthorisationFinalised',
    'AuthorisationRefused',
  ])
  settleAuthorisation(@Payload() received: ReceivedEvent<ScaEvent>): Reaction {
    return settleAuthorisation(received, this.approvals.check);
  }

  @ReactsTo<BasketEvent>('baskets.events.v1', 'payments.settle-basket', [
    'BasketSigned',
    'BasketApproved',
    'BasketRejected',
  ])
  settleBasket(@Payload() received: ReceivedEvent<BasketEvent>): Reaction {
    return settleBasket(received, this.approvals.check);
  }

  @ReactsTo<BatchEvent>('batch.events.v1', 'payments.settle-execution', [...executionEvents])
  settleExecution(@Payload() received: ReceivedEvent<BatchEvent>): Reaction {
    return settleExecution(received);
  }
}
