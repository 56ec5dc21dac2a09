import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetTppContact, ListTppContacts } from '@nordgate/contracts/queries';
import type { TppContact } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { DATABASE } from '@nordgate/service';
import { tppContactStream } from './tpp-contact.js';

/** The contact of one TPP. */
@QueryHandler(GetTppContact)
export class GetTppContactHandler implements IQueryHandler<GetTppContact> {
  constructor(private readonly store: EventStore) {}

  async execute({ tpp, generation }: GetTppContact): Promise<TppContact | null> {
    const stream = streams.tppContact.id(generation, tpp);
    const { state } = await this.store.state(tppContactStream, stream);
    if (state.is !== 'registered') return null;
    const { tppId, email, since } = state;
    return { tppId, email, since };
  }
}

/**
 * Contacts from before the last reset of their TPP's world are left out; production has no worlds. The name of the stream is
 * compared, because the identifier of a TPP may end like a generation. A stopped TPP gets no
 * notice of the bank: its contact is back with its release.
 */
const contactsSql = `
  select c.state->>'tppId' as "tppId", c.state->>'email' as email, c.state->>'since' as since
    from es.view c
   where c.stream_type = 'tpp-contact' and c.state->>'is' = 'registered'
     and c.stream_id = '${streams.tppContact.id(0, '')}' || (c.state->>'tppId') ||
         coalesce((select '.' || (w.state->>'generation') from es.view w
                    where w.stream_id = '${streams.world.id('')}' || (c.state->>'tppId')), '')
     and not exists (
           select from es.view s
            where s.stream_id = '${streams.tppStop.id('')}' || (c.state->>'tppId')
              and s.state->>'is' = 'stopped' and coalesce(s.state->>'until' >= $1, true))
   order by c.state->>'tppId' collate "C"`;

/** The contacts of all TPPs that may act, for the bank's operator. */
@QueryHandler(ListTppContacts)
export class ListTppContactsHandler implements IQueryHandler<ListTppContacts> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ today }: ListTppContacts): Promise<readonly TppContact[]> {
    const { rows } = await this.database.pool.query<TppContact>({
      name: 'accounts.tpp-contacts',
      text: contactsSql,
      values: [today],
    });
    return rows;
  }
}
