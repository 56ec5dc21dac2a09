import { handles } from '@nordgate/contracts/events';
import type { Handled } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { commandFrom, noReaction } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import type { FailAuthorisation } from './finish-authorisation.js';
import type { OpenAuthorisation } from './open-authorisation.js';
import { untouchedOf, untouchedRow } from './untouched-authorisation.js';
import type { Untouched } from './untouched-authorisation.js';

/** New payments. */
export const newPayments = handles('payments.events.v1', ['PaymentInitiated']);

/** New baskets. */
export const newBaskets = handles('baskets.events.v1', ['BasketCreated']);

/** How links of new resources come into force. */
export interface Opening {
  /** How long a link lasts, as the bank's profile says. */
  readonly linkMinutes: number;
  /** Authorisations of events before this moment are written at once, for an upgrade. ISO 8601. */
  readonly atOnceUntil?: string | undefined;
}

/** A new payment's link comes into force, unless it needs no approval. */
export function openForPayment(
  received: ReceivedEvent<Handled<typeof newPayments>>,
  terms: Opening,
): Reaction {
  const { event, stream } = received;
  if (event.data.exemption) return noReaction;
  const resource = { kind: 'payment', paymentId: streams.payment.idOf(stream) } as const;
  return opening(untouchedOf(received, resource, event.data, terms.linkMinutes), received, terms);
}

/**
 * A new basket's link comes into force, and the members' own links are void (design: Baskets).
 *
 * @param expired those of the members' authorisations whose links were over before, though nobody has touched them
 */
export function openForBasket(
  received: ReceivedEvent<Handled<typeof newBaskets>>,
  terms: Opening,
  expired: ReadonlySet<string>,
): Reaction {
  const { event, stream } = received;
  const { members } = event.data;
  const paymentIds = members.map(({ paymentId }) => paymentId);
  const resource = { kind: 'basket', basketId: streams.basket.idOf(stream), paymentIds } as const;
  const own = untouchedOf(received, resource, event.data, terms.linkMinutes);
  const { commands = [], rows = [] } = opening(own, received, terms);
  const failures = members.map(({ authorisationId }) =>
    commandFrom<FailAuthorisation['type'], FailAuthorisation['data']>(received, {
      type: 'FailAuthorisation',
      stream: streams.authorisation.id(authorisationId),
      data: { reason: expired.has(authorisationId) ? 'expired' : 'joined-basket' },
    }),
  );
  return { commands: [...commands, ...failures], rows };
}

/** A row, until somebody touches the authorisation; or its stream at once, by the time of the event. */
function opening(
  untouched: Untouched,
  received: ReceivedEvent,
  { atOnceUntil }: Pick<Opening, 'atOnceUntil'>,
): Reaction {
  const isAtOnce = atOnceUntil !== undefined && Date.parse(received.at) < Date.parse(atOnceUntil);
  if (!isAtOnce) return { rows: [untouchedRow(untouched)] };
  const { id, resource, initiator, tokenHash } = untouched;
  const open = commandFrom<OpenAuthorisation['type'], OpenAuthorisation['data']>(received, {
    type: 'OpenAuthorisation',
    stream: streams.authorisation.id(id),
    data: { resource, initiator, tokenHash },
  });
  return { commands: [open] };
}
