import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { ScaEvent } from '@nordgate/contracts/events';
import { ReactsTo } from '@nordgate/messaging';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { settleAuthorisation } from './settle-authorisation.js';

@Controller()
export class SettleAuthorisationConsumer {
  @ReactsTo<ScaEvent>('sca.events.v1', 'baskets.settle-authorisation', [
    'ChallengeShown',
    'AuthorisationFinalised',
    'AuthorisationRefused',
  ])
  react(@Payload() received: ReceivedEvent<ScaEvent>): Reaction {
    return settleAuthorisation(received);
  }
}
