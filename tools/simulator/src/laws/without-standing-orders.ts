import { isPeriodic } from '@nordgate/contracts/events';
import type { EntryBooked, PaymentInitiated, TransferInstructed } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import type { Evidence, ServiceEvidence } from '@nordgate/chaos/evidence';

/** The evidence without standing orders and their transfers, for a law about payments that are executed once. */
export function withoutStandingOrders(evidence: Evidence): Evidence {
  const { services } = evidence;
  const orders = new Set<string>(
    services.payments.events
      .filter(({ type, data }) => {
        return (
          type === 'PaymentInitiated' && isPeriodic((data as PaymentInitiated['data']).instruction)
        );
      })
      .map(({ stream }) => stream),
  );
  if (orders.size === 0) return evidence;
  const isOrder = ({ paymentId }: { readonly paymentId: string }) =>
    orders.has(streams.payment.id(paymentId));
  const transfers = services.batch.events.flatMap(({ type, data }) =>
    type === 'TransferInstructed' ? [data as TransferInstructed['data']] : [],
  );
  const executionIds = new Set(transfers.filter(isOrder).map(({ executionId }) => executionId));
  const executions = new Set<string>([...executionIds].map((id) => streams.execution.id(id)));
  const only = (
    seen: ServiceEvidence,
    isKept: (event: ServiceEvidence['events'][number]) => boolean,
  ) => ({
    ...seen,
    events: seen.events.filter(isKept),
  });
  return {
    ...evidence,
    services: {
      ...services,
      payments: only(services.payments, ({ stream }) => !orders.has(stream)),
      batch: only(services.batch, ({ stream }) => !executions.has(stream)),
      accounts: only(
        services.accounts,
        ({ type, data }) =>
          type !== 'EntryBooked' || !executionIds.has((data as EntryBooked['data']).entryId),
      ),
    },
    picks: evidence.picks.filter((pick) => !isOrder(pick)),
    orders: evidence.orders.filter((order) => !isOrder(order)),
  };
}
