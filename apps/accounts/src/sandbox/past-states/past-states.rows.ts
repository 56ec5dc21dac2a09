import type { CustomerEvent } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { evolveAny } from '@nordgate/decider';
import type { DomainEvent, StreamType } from '@nordgate/decider';
import type { EventStore } from '@nordgate/event-store';
import { customerStream } from '../../domain/customer.js';
import type { Customer } from '../../domain/customer.js';

/** A state of the past, and when it began by the clock of the database. */
export interface PastState<State> {
  readonly state: State;
  readonly at: Date;
}

/** Where a request by hand has left a stream. `$2`: the request. */
const madeBySql = `
  select version, at from es.event
   where stream_id = $1 and data->'by'->>'request' = $2
   order by version desc limit 1`;

/** The last name and number of a customer at a time, also of one that was removed then. */
const registeredSql = `
  select version, at from es.event
   where stream_id = $1 and type = 'CustomerRegistered' and at <= $2
   order by version desc limit 1`;

interface Place {
  readonly version: string;
  readonly at: Date;
}

/**
 * The state in which a request by hand left a stream: the events keep what later requests have replaced or
 * removed, so a repeat gets the answer of the first. Undefined where the request has changed nothing.
 */
export async function stateMadeBy<State, Event extends DomainEvent>(
  store: EventStore,
  type: StreamType<State, Event>,
  stream: string,
  request: string,
): Promise<PastState<State> | undefined> {
  const values = [stream, request];
  return stateIn(store, type, stream, { name: 'accounts.made-by', text: madeBySql, values });
}

/** A customer as it was registered at a time. Throws for one that was not registered then. */
export async function customerAt(store: EventStore, customerId: string, at: Date) {
  const stream = streams.customer.id(customerId);
  const query = { name: 'accounts.customer-at', text: registeredSql, values: [stream, at] };
  const found = await stateIn<Customer, CustomerEvent>(store, customerStream, stream, query);
  if (found?.state.is !== 'registered') throw new Error('an account without a holder');
  return found.state;
}

async function stateIn<State, Event extends DomainEvent>(
  store: EventStore,
  type: StreamType<State, Event>,
  stream: string,
  query: { readonly name: string; readonly text: string; readonly values: unknown[] },
): Promise<PastState<State> | undefined> {
  const { rows } = await store.database.pool.query<Place>(query);
  const [place] = rows;
  if (place === undefined) return undefined;
  const events = await store.page(stream, { after: 0, limit: Number(place.version) });
  const state = events.reduce<unknown>(
    (before, { type: name, data }) => evolveAny(type, before, { type: name, data }),
    type.initial,
  );
  return { state: state as State, at: place.at };
}
