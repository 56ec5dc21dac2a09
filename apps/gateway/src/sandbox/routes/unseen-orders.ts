import { Injectable } from '@nestjs/common';
import type { ApprovedOrder } from '@nordgate/contracts/events';
import { GetApprovedPayments, GetUnseenOrders } from '@nordgate/contracts/queries';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';

/** What a TPP has approved and the order book has not seen: a run, and a clock that moves, wait for it. */
@Injectable()
export class UnseenOrders {
  constructor(private readonly edge: Edge) {}

  /** At most 1,000, each at its version. */
  async of({ tpp, generation }: Caller): Promise<readonly ApprovedOrder[]> {
    const approved = await this.edge.queries.ask(new GetApprovedPayments(tpp, generation));
    if (approved.length === 0) return approved;
    return this.edge.queries.ask(new GetUnseenOrders(approved));
  }
}
