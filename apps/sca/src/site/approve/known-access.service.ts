import { Injectable } from '@nestjs/common';
import { generationOf } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import { accessesOf } from '../../access/accesses-of-customer.rows.js';
import { contextKey } from '../content/acting-context.js';
import type { Approvable } from '../content/approvable.service.js';
import type { Visit } from '../visit/visit.js';
import { knownAccess } from './access-part.js';
import type { KnownAccess } from './access-part.js';

/** Finds what a TPP may do before the PSU decides about a consent. */
@Injectable()
export class KnownAccessService {
  constructor(private readonly store: EventStore) {}

  /** The accesses of the TPP of this authorisation, in the context of the page and in others. */
  async of(
    { id, now }: Pick<Visit, 'id' | 'now'>,
    {
      authorisation,
      content,
      customer,
    }: Pick<Approvable, 'authorisation' | 'content' | 'customer'>,
  ): Promise<KnownAccess> {
    const whose = { customerId: customer.customerId, generation: generationOf(id) };
    const accesses = await accessesOf(this.store.database, whose);
    const { tpp } = authorisation.initiator;
    return knownAccess(accesses, { tpp, context: contextKey(content.context), now });
  }
}
