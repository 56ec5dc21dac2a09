import type {
  AuthorisedResource,
  BasketEvent,
  PaymentEvent,
  ScaEvent,
} from '@nordgate/contracts/events';
import type { Evidence } from './evidence/evidence.js';

/** What one service did because of another one's event, in words that both sides give. */
export type Effect = string;

type Event = PaymentEvent | BasketEvent | ScaEvent;
type Fact<Type extends Event['type']> = Extract<Event, { type: Type }> & {
  readonly stream: string;
};

/** The effects that can be read off each type of event. */
type Reading = { readonly [Type in Event['type']]?: (fact: Fact<Type>) => readonly Effect[] };

const opened = (authorisation: string, resource: string): Effect =>
  `${authorisation} opened for ${resource}`;
const voided = (authorisation: string): Effect =>
  `${authorisation} void, its payment joined a basket`;
const approved = (resource: string, by: string): Effect => `${resource} approved by ${by}`;
const rejected = (resource: string, by: string): Effect => `${resource} rejected by ${by}`;

/** What has to have happened somewhere else because of an event, each once. */
const due: Reading = {
  PaymentInitiated: ({ stream, data }) => [
    opened(authorisationStream(data.authorisation.id), stream),
  ],
  BasketCreated: ({ stream, data }) => [
    opened(authorisationStream(data.authorisation.id), stream),
    ...data.members.map((member) => voided(authorisationStream(member.authorisationId))),
  ],
  BasketApproved: ({ stream, data }) => [
    ...data.approved.map(({ paymentId }) => approved(paymentStream(paymentId), stream)),
    ...data.declined.map((paymentId) => rejected(paymentStream(paymentId), stream)),
  ],
  BasketRejected: ({ stream, data }) =>
    data.members.map((paymentId) => rejected(paymentStream(paymentId), stream)),
  AuthorisationFinalised: ({ stream, data: { resource } }) =>
    resource.kind === 'access' ? [] : [approved(streamOfResource(resource), stream)],
  AuthorisationRefused: ({ stream, data: { resource } }) =>
    resource.kind === 'access' ? [] : [rejected(streamOfResource(resource), stream)],
};

/** What has happened because of another service's event. */
const done: Reading = {
  AuthorisationOpened: ({ stream, data: { resource } }) =>
    resource.kind === 'access' ? [] : [opened(stream, streamOfResource(resource))],
  AuthorisationFailed: ({ stream, data }) =>
    data.reason === 'joined-basket' ? [voided(stream)] : [],
  BasketApproved: ({ stream, data }) => [approved(stream, data.by)],
  BasketRejected: ({ stream, data }) => [rejected(stream, data.by)],
  PaymentAuthorised: ({ stream, data }) => [approved(stream, data.by)],
  PaymentRejected: ({ stream, data }) => [rejected(stream, data.by)],
};

/** Everything that has to have happened because of what the services have stored. */
export function effectsDue(evidence: Evidence): Effect[] {
  return readOff(evidence, due);
}

/** Everything that did happen, as often as it did. */
export function effectsDone(evidence: Evidence): Effect[] {
  return readOff(evidence, done);
}

function readOff({ services }: Evidence, reading: Reading): Effect[] {
  const { payments, baskets, sca } = services;
  return [payments, baskets, sca].flatMap(({ events }) =>
    events.flatMap((event) => {
      const read = reading[event.type as Event['type']] as
        ((fact: unknown) => readonly Effect[]) | undefined;
      return read?.(event) ?? [];
    }),
  );
}

const authorisationStream = (id: string) => `authorisation-${id}`;
const paymentStream = (id: string) => `payment-${id}`;

function streamOfResource(resource: Exclude<AuthorisedResource, { kind: 'access' }>): string {
  return resource.kind === 'basket'
    ? `basket-${resource.basketId}`
    : paymentStream(resource.paymentId);
}
