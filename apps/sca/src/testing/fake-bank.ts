import { GetActingCustomer, GetOpenBaskets, GetPayments } from '@nordgate/contracts';
import type {
  ActingCustomer,
  PaymentStatus,
  PaymentView,
  QueriedService,
  ScaEvent,
} from '@nordgate/contracts';
import { ServiceUnavailable } from '@nordgate/messaging';

/** The other services of the bank, as far as the site asks them. */
export class FakeBank {
  /** By customer number. */
  readonly customers = new Map<string, ActingCustomer>();
  readonly payments = new Map<string, PaymentView>();
  /** Members of a basket that waits for its approval. */
  readonly inBaskets = new Set<string>();
  /** Services that do not answer. */
  readonly down = new Set<QueriedService>();
  /** Payments do not move, whatever is decided. */
  stuck = false;

  /** The bus of a service, as far as it is asked. */
  queriesOf(service: QueriedService): { execute: (query: unknown) => Promise<unknown> } {
    return {
      execute: (query) =>
        this.down.has(service)
          ? Promise.reject(new ServiceUnavailable(`${service} is down`))
          : Promise.resolve(this.answer(query)),
    };
  }

  /** What the payments service does about an event of sca. */
  settle({ type, data }: ScaEvent): void {
    if (this.stuck) return;
    if (type === 'AuthorisationFinalised') {
      const to = data.resource.kind === 'cancellation' ? 'CANC' : 'ACTC';
      for (const { paymentId } of data.approved) this.move(paymentId, to);
      for (const paymentId of data.declined) this.move(paymentId, 'RJCT');
    }
    if (type === 'AuthorisationRefused' && data.resource.kind === 'payment') {
      this.move(data.resource.paymentId, 'RJCT');
    }
    if (type === 'AuthorisationRefused' && data.resource.kind === 'basket') {
      for (const paymentId of data.resource.paymentIds) this.move(paymentId, 'RJCT');
    }
  }

  private move(paymentId: string, transactionStatus: PaymentStatus): void {
    const view = this.payments.get(paymentId);
    if (view !== undefined) this.payments.set(paymentId, { ...view, transactionStatus });
  }

  private answer(query: unknown): unknown {
    if (query instanceof GetActingCustomer) {
      const { by } = query;
      const found =
        'customerNumber' in by
          ? this.customers.get(by.customerNumber)
          : [...this.customers.values()].find(({ customerId }) => customerId === by.customerId);
      return found ?? null;
    }
    if (query instanceof GetPayments) {
      const views = query.paymentIds.map((id) => this.payments.get(id));
      return views.filter((view) => view?.initiator.tpp === query.tpp).reverse();
    }
    if (query instanceof GetOpenBaskets) {
      const taken = query.paymentIds.filter((id) => this.inBaskets.has(id));
      return Object.fromEntries(taken.map((id) => [id, 'bas-1']));
    }
    throw new Error('nobody answers this question here');
  }
}
