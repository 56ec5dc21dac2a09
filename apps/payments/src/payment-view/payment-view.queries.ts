import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetPayment, GetPayments } from '@nordgate/contracts/queries';
import type { PaymentView } from '@nordgate/contracts/queries';
import { EventStore } from '@nordgate/event-store';
import { paymentStream } from '../domain/payment.js';
import { paymentViewOf } from './payment-view.js';

@QueryHandler(GetPayment)
export class GetPaymentHandler implements IQueryHandler<GetPayment> {
  constructor(private readonly store: EventStore) {}

  async execute({ tpp, paymentId }: GetPayment): Promise<PaymentView | null> {
    const { state, version } = await this.store.state(paymentStream, `payment-${paymentId}`);
    return paymentViewOf(paymentId, version, state, tpp);
  }
}

@QueryHandler(GetPayments)
export class GetPaymentsHandler implements IQueryHandler<GetPayments> {
  constructor(private readonly store: EventStore) {}

  async execute({ tpp, paymentIds }: GetPayments): Promise<readonly PaymentView[]> {
    const streams = paymentIds.map((id) => `payment-${id}`);
    const found = await this.store.states(paymentStream, streams);
    return found
      .map(({ streamId, state, version }) =>
        paymentViewOf(streamId.slice('payment-'.length), version, state, tpp),
      )
      .filter((view) => view !== null);
  }
}
