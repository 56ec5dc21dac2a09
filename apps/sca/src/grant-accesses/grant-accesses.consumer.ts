import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { AuthorisationFinalised, ScaEvent } from '@nordgate/contracts/events';
import { EventStore } from '@nordgate/event-store';
import { noReaction } from '@nordgate/decider';
import { ReactsTo } from '@nordgate/messaging';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { authorisationStream } from '../domain/authorisation.js';
import { grantAccesses } from './grant-accesses.js';

@Controller()
export class GrantAccessesConsumer {
  constructor(private readonly store: EventStore) {}

  @ReactsTo<ScaEvent>('sca.events.v1', 'sca.grant-accesses', ['AuthorisationFinalised'])
  async react(@Payload() received: ReceivedEvent<ScaEvent>): Promise<Reaction> {
    if (!asksForAccounts(received)) return noReaction;
    // Who asked never changes, so the view of today serves an event of any age.
    const { state } = await this.store.state(authorisationStream, received.stream);
    if (state.is === 'none' || state.is === 'void') {
      throw new Error(`${received.stream} was finalised but never opened`);
    }
    return grantAccesses(received, state.initiator);
  }
}

function asksForAccounts(
  received: ReceivedEvent<ScaEvent>,
): received is ReceivedEvent<AuthorisationFinalised> {
  const { event } = received;
  return event.type === 'AuthorisationFinalised' && event.data.accounts !== undefined;
}
