import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetTppPayments } from '@nordgate/contracts/queries';
import type { ShownPayment } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import { streamsOfTpp } from '@nordgate/service';
import type { KnownPayment } from '../domain/payment.js';
import { shownInstruction } from './shown-instruction.js';

/** Answers the console of the sandbox. Production does not have this query. */
@QueryHandler(GetTppPayments)
export class GetTppPaymentsHandler implements IQueryHandler<GetTppPayments> {
  constructor(private readonly store: EventStore) {}

  async execute(query: GetTppPayments): Promise<readonly ShownPayment[]> {
    const found = await streamsOfTpp(this.store, 'payment', query);
    return found.map(({ streamId, state, events }) => {
      const { service, product, status, instruction } = state as KnownPayment;
      const shown = { ...shownInstruction(instruction), service, product, status };
      return { id: streams.payment.idOf(streamId), ...shown, events };
    });
  }
}
