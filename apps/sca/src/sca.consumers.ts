import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type {
  AuthorisationFinalised,
  BasketEvent,
  PaymentEvent,
  ScaEvent,
} from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { noReaction } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { EventStore } from '@nordgate/event-store';
import { ReactsTo } from '@nordgate/messaging';
import { ApprovalCheck } from '@nordgate/service';
import { completeSessions } from './access/complete-sessions.js';
import {
  authorisationStream,
  authorisationStreamId,
  isOpenedHere,
} from './authorisation/authorisation.js';
import type { Link } from './authorisation/authorisation.js';
import { consentIdOf } from './authorisation/consent.js';
import { isOwnBusiness } from './authorisation/same-challenge.js';
import {
  decidesConsent,
  endsBasket,
  endsPayment,
  failing,
  streamOfResource,
} from './authorisation/end-authorisations.js';
import { EndedResources } from './authorisation/ended-resources.queries.js';
import { grantAccesses } from './access/grant-access.js';
import { openForBasket, openForPayment } from './authorisation/open-authorisations.js';

/** The events that sca reacts to: of payments and baskets, and its own. */
@Controller()
export class ScaConsumers {
  constructor(
    private readonly store: EventStore,
    private readonly ended: EndedResources,
    private readonly approvals: ApprovalCheck,
  ) {}

  @ReactsTo<PaymentEvent>('payments.events.v1', 'sca.open-payment-authorisations', [
    'PaymentInitiated',
  ])
  openForPayment(@Payload() received: ReceivedEvent<PaymentEvent>): Reaction {
    return openForPayment(received);
  }

  @ReactsTo<BasketEvent>('baskets.events.v1', 'sca.open-basket-authorisations', ['BasketCreated'])
  openForBasket(@Payload() received: ReceivedEvent<BasketEvent>): Reaction {
    return openForBasket(received);
  }

  @ReactsTo<PaymentEvent>('payments.events.v1', 'sca.end-payment-authorisations', [
    'PaymentCancelled',
    'PaymentRejected',
    'PaymentProgressed',
  ])
  async endForPayment(@Payload() received: ReceivedEvent<PaymentEvent>): Promise<Reaction> {
    const { event, stream } = received;
    if (!endsPayment(event)) return noReaction;
    const kinds = ['payment', 'cancellation'];
    const id = streams.payment.idOf(stream);
    return failing(received, await this.ended.end({ stream, id, kinds }));
  }

  @ReactsTo<BasketEvent>('baskets.events.v1', 'sca.end-basket-authorisations', [
    'BasketDeleted',
    'BasketRejected',
  ])
  async endForBasket(@Payload() received: ReceivedEvent<BasketEvent>): Promise<Reaction> {
    const { event, stream } = received;
    if (!endsBasket(event)) return noReaction;
    const id = streams.basket.idOf(stream);
    return failing(received, await this.ended.end({ stream, id, kinds: ['basket'] }));
  }

  @ReactsTo<ScaEvent>('sca.events.v1', 'sca.end-consent-authorisations', [
    'AuthorisationFinalised',
    'AuthorisationFailed',
  ])
  async endForConsent(@Payload() received: ReceivedEvent<ScaEvent>): Promise<Reaction> {
    if (!decidesConsent(received.event)) return noReaction;
    const { state } = await this.store.state(authorisationStream, received.stream);
    if (state.is === 'none' || state.is === 'void') return noReaction;
    const id = consentIdOf(state.resource, received.stream);
    if (id === undefined) return noReaction;
    const stream = authorisationStreamId(id);
    const open = await this.ended.end({ stream, id, kinds: ['access'] });
    // The events of an older first authorisation do not name the consent.
    const others = new Set([stream, ...open]);
    others.delete(received.stream);
    return failing(received, [...others]);
  }

  @ReactsTo<ScaEvent>('sca.events.v1', 'sca.end-late-authorisations', ['AuthorisationOpened'])
  async endLate(@Payload() received: ReceivedEvent<ScaEvent>): Promise<Reaction> {
    const { event, stream } = received;
    if (event.type !== 'AuthorisationOpened') return noReaction;
    const resource = streamOfResource(event.data.resource);
    const isLate = resource !== undefined && (await this.ended.isEnded(resource));
    return isLate ? failing(received, [stream]) : noReaction;
  }

  @ReactsTo<ScaEvent>('sca.events.v1', 'sca.complete-sessions', ['AuthorisationFinalised'])
  async completeSessions(@Payload() received: ReceivedEvent<ScaEvent>): Promise<Reaction> {
    if (!isFinalised(received) || isOwnBusiness(received.event.data.resource)) return noReaction;
    this.approvals.check(received.stream, received.event.data);
    const link = await this.linkOf(received);
    // The TPP has not sent this second signer: the bank has invited them.
    return isOpenedHere(link) ? noReaction : completeSessions(received, link.initiator);
  }

  @ReactsTo<ScaEvent>('sca.events.v1', 'sca.grant-accesses', ['AuthorisationFinalised'])
  async grantAccesses(@Payload() received: ReceivedEvent<ScaEvent>): Promise<Reaction> {
    if (!isFinalised(received) || received.event.data.accounts === undefined) return noReaction;
    this.approvals.check(received.stream, received.event.data);
    const { initiator } = await this.linkOf(received);
    return grantAccesses(received, initiator);
  }

  /** The link never changes, so the view of today serves an event of any age. */
  private async linkOf({ stream }: ReceivedEvent): Promise<Link> {
    const { state } = await this.store.state(authorisationStream, stream);
    if (state.is === 'none' || state.is === 'void') {
      throw new Error(`${stream} was finalised but never opened`);
    }
    return state;
  }
}

function isFinalised(
  received: ReceivedEvent<ScaEvent>,
): received is ReceivedEvent<AuthorisationFinalised> {
  return received.event.type === 'AuthorisationFinalised';
}
