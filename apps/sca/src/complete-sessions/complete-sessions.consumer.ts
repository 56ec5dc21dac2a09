import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { AuthorisationFinalised, ScaEvent } from '@nordgate/contracts/events';
import { EventStore } from '@nordgate/event-store';
import { noReaction } from '@nordgate/decider';
import { ReactsTo } from '@nordgate/messaging';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { authorisationStream } from '../domain/authorisation.js';
import { isOpenedHere } from '../domain/opened-here.js';
import { isOwnBusiness } from '../domain/same-challenge.js';
import { completeSessions } from './complete-sessions.js';

@Controller()
export class CompleteSessionsConsumer {
  constructor(private readonly store: EventStore) {}

  @ReactsTo<ScaEvent>('sca.events.v1', 'sca.complete-sessions', ['AuthorisationFinalised'])
  async react(@Payload() received: ReceivedEvent<ScaEvent>): Promise<Reaction> {
    if (!isFinalised(received) || isOwnBusiness(received.event.data.resource)) return noReaction;
    // Who asked never changes, so the view of today serves an event of any age.
    const { state } = await this.store.state(authorisationStream, received.stream);
    if (state.is === 'none' || state.is === 'void') {
      throw new Error(`${received.stream} was finalised but never opened`);
    }
    // The TPP knows nothing of a second signer whom the bank has asked itself.
    if (isOpenedHere(state)) return noReaction;
    return completeSessions(received, state.initiator);
  }
}

function isFinalised(
  received: ReceivedEvent<ScaEvent>,
): received is ReceivedEvent<AuthorisationFinalised> {
  return received.event.type === 'AuthorisationFinalised';
}
