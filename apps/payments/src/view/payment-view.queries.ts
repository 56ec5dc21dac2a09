import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetDeletedPayments, GetPayment, GetPayments } from '@nordgate/contracts/queries';
import type { ApprovablePayment, PaymentView } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import { paymentStream } from '../domain/payment.js';
import { approvable, paymentViewOf } from './payment-view.js';

@QueryHandler(GetPayment)
export class GetPaymentHandler implements IQueryHandler<GetPayment> {
  constructor(private readonly store: EventStore) {}

  async execute({ tpp, paymentId }: GetPayment): Promise<PaymentView | null> {
    const { state, version } = await this.store.state(paymentStream, streams.payment.id(paymentId));
    return paymentViewOf(paymentId, version, state, tpp);
  }
}

@QueryHandler(GetDeletedPayments)
export class GetDeletedPaymentsHandler implements IQueryHandler<GetDeletedPayments> {
  constructor(private readonly store: EventStore) {}

  async execute({ paymentIds }: GetDeletedPayments): Promise<readonly string[]> {
    const ids = paymentIds.map((id) => streams.payment.id(id));
    return (await this.store.deleted(ids)).map((id) => streams.payment.idOf(id));
  }
}

@QueryHandler(GetPayments)
export class GetPaymentsHandler implements IQueryHandler<GetPayments> {
  constructor(private readonly store: EventStore) {}

  async execute({ tpp, paymentIds }: GetPayments): Promise<readonly ApprovablePayment[]> {
    const ids = paymentIds.map((id) => streams.payment.id(id));
    const found = await this.store.states(paymentStream, ids);
    return found
      .map(({ streamId, state, version }) =>
        paymentViewOf(streams.payment.idOf(streamId), version, state, tpp),
      )
      .filter((view) => view !== null)
      .map(approvable);
  }
}
