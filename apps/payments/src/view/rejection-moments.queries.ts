import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import type { PaymentRejected } from '@nordgate/contracts/events';
import { GetRejectionMoments } from '@nordgate/contracts/queries';
import type { RejectionMoment } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';
import { DATABASE, worldEvents } from '@nordgate/service';
import type { KnownPayment } from '../domain/payment.js';

const rejections = { stream: 'payment', types: ['PaymentRejected'] };

/** Answers the timeline of the sandbox's console. */
@QueryHandler(GetRejectionMoments)
export class GetRejectionMomentsHandler implements IQueryHandler<GetRejectionMoments> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute(query: GetRejectionMoments): Promise<readonly RejectionMoment[]> {
    const found = await worldEvents<PaymentRejected['data'], KnownPayment>(
      this.database,
      rejections,
      query,
    );
    return found.map(({ stream, data: { at, reason }, state: { service } }) => ({
      what: 'rejection',
      at,
      payment: { service, id: streams.payment.idOf(stream) },
      reason,
    }));
  }
}
