import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { Inject } from '@nestjs/common';
import { GetTppPayments, GetRejectionMoments } from '@nordgate/contracts/queries';
import type { ShownPayment, RejectionMoment } from '@nordgate/contracts/queries';
import { streams, amountSum, withMinorUnits } from '@nordgate/contracts/rules';
import type { WrittenAmount } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { streamsOfTpp, DATABASE, worldEvents } from '@nordgate/service';
import { isBulk } from '@nordgate/contracts/events';
import type { PaymentInstruction, PaymentRejected } from '@nordgate/contracts/events';
import type { KnownPayment } from '../domain/payment.js';

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

/** What a TPP's developer recognises a payment by: its amounts, summed for each currency, and its payees. */
export function shownInstruction(
  instruction: PaymentInstruction,
): Required<Pick<ShownPayment, 'amounts' | 'payees'>> {
  const transfers = isBulk(instruction) ? instruction.payments : [instruction];
  return {
    amounts: sumsOf(transfers.map(({ instructedAmount }) => instructedAmount)),
    payees: [...new Set(transfers.map(({ creditorName }) => creditorName))],
  };
}

/** The sum for each currency, such as `125.50 NOK`, in the order of the amounts. */
function sumsOf(amounts: readonly WrittenAmount[]): readonly string[] {
  const sums = new Map<string, string>();
  for (const { amount, currency } of amounts) {
    sums.set(currency, amountSum(sums.get(currency) ?? '0', amount));
  }
  return [...sums].map(
    ([currency, amount]) => `${withMinorUnits({ amount, currency })} ${currency}`,
  );
}

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
