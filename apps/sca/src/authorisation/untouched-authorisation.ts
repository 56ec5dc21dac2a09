import { streams } from '@nordgate/contracts/rules';
import type {
  AuthorisationOpened,
  AuthorisedResource,
  Initiator,
  LinkedAuthorisation,
} from '@nordgate/contracts/events';
import { defined, worldTimeOf } from '@nordgate/decider';
import type { ReceivedEvent, RowUpsert, RowWrite } from '@nordgate/decider';
import { isOver, minutesAfter } from '../session/deadline.js';
import { authorisationStream } from './authorisation.js';
import type { Authorisation, Link } from './authorisation.js';
import { failedBecause } from './failures.js';

/** What has an authorisation before anybody asks for one: the event of its creation brings the link. */
export type LinkedResource = Extract<AuthorisedResource, { readonly kind: 'payment' | 'basket' }>;

/** Where an event stands, for the commands that it causes later. */
type Cause = Pick<ReceivedEvent, 'at' | 'aheadMs' | 'traceparent' | 'tracestate'>;

/**
 * An authorisation that nobody has used: its payment or basket has a link, and no stream of it has been opened
 * (docs/adr/0067). It counts while its stream does not exist or has only failed before.
 */
export interface Untouched extends Omit<Link, 'place' | 'resource'> {
  readonly id: string;
  readonly resource: LinkedResource;
  /** When the link ends, ISO 8601. */
  readonly expiresAt: string;
  readonly cause: Cause;
}

/** What the event of a new payment or basket says of its link. */
interface Linked {
  readonly authorisation: LinkedAuthorisation;
  readonly initiator: Initiator;
}

/** The authorisation of a new payment or basket. Its link is in force from the time of the event. */
export function untouchedOf(
  received: ReceivedEvent,
  resource: LinkedResource,
  { authorisation: { id, tokenHash }, initiator }: Linked,
  linkMinutes: number,
): Untouched {
  const { at, aheadMs, traceparent, tracestate } = received;
  const expiresAt = minutesAfter(worldTimeOf(at, aheadMs ?? 0), linkMinutes);
  const cause = { at, ...defined({ aheadMs, traceparent, tracestate }) };
  return { id, resource, initiator, tokenHash, expiresAt, cause };
}

/** `untouched_authorisation`: the first event of a resource decides, and a repeated one changes nothing. */
const untouchedAuthorisation: RowUpsert = {
  name: 'untouched-authorisation',
  columns: [
    ...['authorisation_id', 'resource', 'initiator', 'token_hash', 'expires_at'],
    ...['at', 'ahead_ms', 'traceparent', 'tracestate'],
  ],
  sql: `insert into untouched_authorisation
       (authorisation_id, resource, initiator, token_hash, expires_at, at, ahead_ms, traceparent, tracestate)
select authorisation_id, resource::json, initiator::json, token_hash, expires_at, at, ahead_ms, traceparent, tracestate
  from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::float8[],
              $8::text[], $9::text[])
       as seen (authorisation_id, resource, initiator, token_hash, expires_at, at, ahead_ms, traceparent, tracestate)
    on conflict (authorisation_id) do nothing`,
};

/** The row that keeps an authorisation until it is touched. */
export function untouchedRow(one: Untouched): RowWrite {
  const { id, resource, initiator, tokenHash, expiresAt, cause } = one;
  const { at, aheadMs = null, traceparent = null, tracestate = null } = cause;
  const link = [id, JSON.stringify(resource), JSON.stringify(initiator), tokenHash, expiresAt];
  return {
    upsert: untouchedAuthorisation,
    row: [...link, at, aheadMs, traceparent, tracestate],
  };
}

/** The stream of the payment or basket. */
export function streamOfLinked(resource: LinkedResource): string {
  return resource.kind === 'payment'
    ? streams.payment.id(resource.paymentId)
    : streams.basket.id(resource.basketId);
}

/**
 * The state of an authorisation with its untouched row. An opened stream counts alone. A resource that ended before
 * the link did has failed its authorisation; that of a later end is over already.
 *
 * @param endedAt when the payment or basket ended, ISO 8601 in the time of its world
 */
export function stateWithRow(
  stored: Authorisation,
  untouched: Untouched,
  endedAt: string | undefined,
): Authorisation {
  if (stored.is !== 'none' && stored.is !== 'void') return stored;
  const { evolve } = authorisationStream;
  const opened = evolve(stored, openedFrom(untouched));
  const isEnded = endedAt !== undefined && !isOver(untouched.expiresAt, endedAt);
  if (opened.is !== 'received' || !isEnded) return opened;
  return evolve(opened, failedBecause('not-approvable', endedAt));
}

/** The event that a first touch writes. */
export function openedFrom(one: Untouched): AuthorisationOpened {
  const { resource, initiator, tokenHash, expiresAt } = one;
  return { type: 'AuthorisationOpened', data: { resource, initiator, tokenHash, expiresAt } };
}
