import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { handles } from '@nordgate/contracts/events';
import type { Handled } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { noReaction, worldTimeOf } from '@nordgate/decider';
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
  basketEnds,
  consentDecisions,
  decidesConsent,
  endsPayment,
  failing,
  paymentEnds,
  streamOfResource,
} from './authorisation/end-authorisations.js';
import { EndedResources } from './authorisation/ended-resources.rows.js';
import { grantAccesses } from './access/grant-access.js';
import {
  newBaskets,
  newPayments,
  openForBasket,
  openForPayment,
} from './authorisation/open-authorisations.js';
import type { Opening } from './authorisation/open-authorisations.js';
import { AuthorisationStates } from './authorisation/untouched-authorisations.rows.js';
import { SCA_SETTINGS } from './sca.settings.js';
import type { ScaSettings } from './sca.settings.js';
import { isOver } from './session/deadline.js';

const openings = handles('sca.events.v1', ['AuthorisationOpened']);
const approvals = handles('sca.events.v1', ['AuthorisationFinalised']);

/** The events that sca reacts to: of payments and baskets, and its own. */
@Controller()
export class ScaConsumers {
  private readonly opening: Opening;

  constructor(
    private readonly store: EventStore,
    private readonly ended: EndedResources,
    private readonly states: AuthorisationStates,
    private readonly approvals: ApprovalCheck,
    @Inject(SCA_SETTINGS) settings: Pick<ScaSettings, 'timers' | 'authorisationsAtOnceUntil'>,
  ) {
    const { timers, authorisationsAtOnceUntil: atOnceUntil } = settings;
    this.opening = { linkMinutes: timers.linkMinutes, atOnceUntil };
  }

  @ReactsTo('sca.open-payment-authorisations', newPayments)
  openForPayment(@Payload() received: ReceivedEvent<Handled<typeof newPayments>>): Reaction {
    return openForPayment(received, this.opening);
  }

  @ReactsTo('sca.open-basket-authorisations', newBaskets)
  async openForBasket(
    @Payload() received: ReceivedEvent<Handled<typeof newBaskets>>,
  ): Promise<Reaction> {
    const { members } = received.event.data;
    const ids = members.map(({ authorisationId }) => authorisationId);
    const untouched = await this.states.untouchedAmong(ids);
    const expired = untouched.filter(({ expiresAt }) => isOver(expiresAt, timeOf(received)));
    return openForBasket(received, this.opening, new Set(expired.map(({ id }) => id)));
  }

  @ReactsTo('sca.end-payment-authorisations', paymentEnds)
  async endForPayment(
    @Payload() received: ReceivedEvent<Handled<typeof paymentEnds>>,
  ): Promise<Reaction> {
    const { event, stream } = received;
    if (!endsPayment(event)) return noReaction;
    const kinds = ['payment', 'cancellation'];
    const id = streams.payment.idOf(stream);
    return failing(received, await this.ended.end({ stream, id, kinds, at: timeOf(received) }));
  }

  @ReactsTo('sca.end-basket-authorisations', basketEnds)
  async endForBasket(
    @Payload() received: ReceivedEvent<Handled<typeof basketEnds>>,
  ): Promise<Reaction> {
    const { stream } = received;
    const id = streams.basket.idOf(stream);
    const at = timeOf(received);
    return failing(received, await this.ended.end({ stream, id, kinds: ['basket'], at }));
  }

  @ReactsTo('sca.end-consent-authorisations', consentDecisions)
  async endForConsent(
    @Payload() received: ReceivedEvent<Handled<typeof consentDecisions>>,
  ): Promise<Reaction> {
    if (!decidesConsent(received.event)) return noReaction;
    const { state } = await this.store.state(authorisationStream, received.stream);
    if (state.is === 'none' || state.is === 'void') return noReaction;
    const id = consentIdOf(state.resource, received.stream);
    if (id === undefined) return noReaction;
    const stream = authorisationStreamId(id);
    const at = timeOf(received);
    const open = await this.ended.end({ stream, id, kinds: ['access'], at });
    // The events of an older first authorisation do not name the consent.
    const others = new Set([stream, ...open]);
    others.delete(received.stream);
    return failing(received, [...others]);
  }

  @ReactsTo('sca.end-late-authorisations', openings)
  async endLate(@Payload() received: ReceivedEvent<Handled<typeof openings>>): Promise<Reaction> {
    const { event, stream } = received;
    const resource = streamOfResource(event.data.resource);
    const isLate = resource !== undefined && (await this.ended.isEnded(resource));
    return isLate ? failing(received, [stream]) : noReaction;
  }

  @ReactsTo('sca.complete-sessions', approvals)
  async completeSessions(
    @Payload() received: ReceivedEvent<Handled<typeof approvals>>,
  ): Promise<Reaction> {
    if (isOwnBusiness(received.event.data.resource)) return noReaction;
    this.approvals.check(received.stream, received.event.data);
    const link = await this.linkOf(received);
    // The TPP has not sent this second signer: the bank has invited them.
    return isOpenedHere(link) ? noReaction : completeSessions(received, link.initiator);
  }

  @ReactsTo('sca.grant-accesses', approvals)
  async grantAccesses(
    @Payload() received: ReceivedEvent<Handled<typeof approvals>>,
  ): Promise<Reaction> {
    if (received.event.data.accounts === undefined) return noReaction;
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

/** The time of an event in its world, ISO 8601. */
function timeOf({ at, aheadMs }: ReceivedEvent): string {
  return worldTimeOf(at, aheadMs ?? 0);
}
