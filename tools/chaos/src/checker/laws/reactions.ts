import type {
  AuthorisedResource,
  BasketEvent,
  ExecutionEvent,
  PaymentEvent,
  ScaEvent,
} from '@nordgate/contracts/events';
import type { Evidence } from '../evidence/evidence.js';
import type { LawResult } from '../law.js';

/**
 * L2, the reactions: every reaction to another service's event has happened exactly once, and none has
 * happened without its cause.
 */
export function reactions(evidence: Evidence): LawResult {
  const due = new Set(effectsDue(evidence));
  const done = countsOf(effectsDone(evidence));
  const excused = effectsTooLate(evidence);
  const missing = [...due].filter((effect) => !done.has(effect) && !excused(effect));
  const uncaused = [...done.keys()].filter((effect) => !due.has(effect));
  const repeated = [...done].filter(([, times]) => times > 1);
  return {
    looked: { 'effects due': due.size, 'effects done': done.size },
    violations: [
      ...missing.map((effect) => `missing: ${effect}`),
      ...uncaused.map((effect) => `without a cause: ${effect}`),
      ...repeated.map(([effect, times]) => `${String(times)} times: ${effect}`),
    ],
  };
}

/** Who ends what nobody has approved in time. */
const sweep = 'sweep';

/**
 * What cannot happen any more: an approval or a refusal that comes after nobody had approved in time, and the end of a link
 * that has ended already.
 */
function effectsTooLate({ services }: Evidence): (effect: Effect) => boolean {
  const swept = [...services.payments.events, ...services.baskets.events].filter(
    ({ data }) => (data as { readonly by?: string }).by === sweep,
  );
  const ended = services.sca.events.filter(
    ({ type, data }) =>
      type === 'AuthorisationFailed' && (data as { readonly reason?: string }).reason === 'expired',
  );
  const late = new Set(swept.map(({ stream }) => stream));
  const voids = new Set(ended.map(({ stream }) => voided(stream)));
  return (effect) =>
    voids.has(effect) || late.has(effect.replace(/ (approved|rejected) by .*$/, ''));
}

function countsOf(effects: readonly Effect[]): Map<Effect, number> {
  const counts = new Map<Effect, number>();
  for (const effect of effects) counts.set(effect, (counts.get(effect) ?? 0) + 1);
  return counts;
}

/** A reaction to another service's event, in words that both events give. */
type Effect = string;

type Event = PaymentEvent | BasketEvent | ScaEvent | ExecutionEvent;
type Fact<Type extends Event['type']> = Extract<Event, { type: Type }> & {
  readonly stream: string;
};

/** The effects that each type of event shows. */
type Reading = { readonly [Type in Event['type']]?: (fact: Fact<Type>) => readonly Effect[] };

const opened = (authorisation: string, resource: string): Effect =>
  `${authorisation} opened for ${resource}`;
const voided = (authorisation: string): Effect =>
  `${authorisation} void, its payment joined a basket`;
const approved = (resource: string, by: string): Effect => `${resource} approved by ${by}`;
const rejected = (resource: string, by: string): Effect => `${resource} rejected by ${by}`;

/** The effects that an event requires in another service, each once. */
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
  // Without funds a payment ends as ACCP, which is no rejection.
  TransferDeclined: ({ stream, data: { paymentId, reason, occurrence } }) =>
    // A standing order goes on after an occurrence that is refused.
    reason === 'no-funds' || occurrence !== undefined
      ? []
      : [rejected(paymentStream(paymentId), stream)],
};

/** The effects of another service's event that an event proves. */
const done: Reading = {
  AuthorisationOpened: ({ stream, data: { resource } }) =>
    resource.kind === 'access' ? [] : [opened(stream, streamOfResource(resource))],
  AuthorisationFailed: ({ stream, data }) =>
    data.reason === 'joined-basket' ? [voided(stream)] : [],
  BasketApproved: ({ stream, data }) => [approved(stream, data.by)],
  BasketRejected: ({ stream, data }) => (data.by === sweep ? [] : [rejected(stream, data.by)]),
  PaymentAuthorised: ({ stream, data }) => [approved(stream, data.by)],
  PaymentRejected: ({ stream, data }) => (data.by === sweep ? [] : [rejected(stream, data.by)]),
};

/** All effects that the stored events require. */
function effectsDue(evidence: Evidence): Effect[] {
  return readOff(evidence, due);
}

/** All effects that the stored events and the rows of untouched authorisations prove, with repeats. */
function effectsDone(evidence: Evidence): Effect[] {
  return [...readOff(evidence, done), ...untouched(evidence)];
}

/** sca has reacted to a payment or basket by a row, until somebody touches the authorisation. */
function untouched({ services, untouched: rows }: Evidence): Effect[] {
  const touched = new Set(
    services.sca.events
      .filter(({ type }) => type === 'AuthorisationOpened')
      .map(({ stream }) => stream),
  );
  return rows
    .filter(({ stream }) => !touched.has(stream))
    .map(({ stream, resource }) => opened(stream, resource));
}

function readOff({ services }: Evidence, reading: Reading): Effect[] {
  const { payments, baskets, sca, batch } = services;
  return [payments, baskets, sca, batch].flatMap(({ events }) =>
    events.flatMap((event) => {
      const read = reading[event.type as Event['type']] as
        | ((fact: unknown) => readonly Effect[])
        | undefined;
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
