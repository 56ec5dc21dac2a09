import { Inject, Injectable } from '@nestjs/common';
import {
  GetActingCustomer,
  GetBasket,
  GetOpenBaskets,
  GetPayments,
  GetPaymentsToSign,
  GetSandboxCustomers,
  IdentifyCustomer,
  ListStoppedTpps,
} from '@nordgate/contracts/queries';
import type {
  ActingCustomer,
  BasketView,
  IdentifiedCustomer,
  ApprovablePayment,
  SandboxCustomer,
} from '@nordgate/contracts/queries';
import { QUERIES } from '@nordgate/service';
import type { QueryClient } from '@nordgate/service';

/** Queries to the other services. Each throws ServiceUnavailableError when a service does not answer. */
@Injectable()
export class Bank {
  constructor(@Inject(QUERIES) private readonly queries: QueryClient) {}

  customer(by: GetActingCustomer['by']): Promise<ActingCustomer | null> {
    return this.queries.ask(new GetActingCustomer(by));
  }

  /** The customers in a generation of the sandbox. */
  testCustomers(generation: number): Promise<readonly SandboxCustomer[]> {
    return this.queries.ask(new GetSandboxCustomers(generation));
  }

  /** Whom the identity provider means. */
  identified(by: IdentifyCustomer['by']): Promise<IdentifiedCustomer> {
    return this.queries.ask(new IdentifyCustomer(by));
  }

  /** The name of a customer; empty when the bank no longer knows the customer. */
  async nameOf(customerId: string): Promise<string> {
    const customer = await this.customer({ customerId });
    return customer?.name ?? '';
  }

  /** Whether the operator has stopped a TPP on a day in Oslo, YYYY-MM-DD. */
  async isStopped(tpp: string, day: string): Promise<boolean> {
    const stopped = await this.queries.ask(new ListStoppedTpps(day));
    return stopped.some(({ tppId }) => tppId === tpp);
  }

  /** Whether a payment is a member of a basket that waits for approval. */
  async isInOpenBasket(paymentId: string): Promise<boolean> {
    return paymentId in (await this.queries.ask(new GetOpenBaskets([paymentId])));
  }

  /**
   * One page of the payments of a generation that wait for a second signature under these agreements:
   * those behind `after`. Empty when there are no more.
   */
  async toSign(
    corporateIds: readonly string[],
    generation: number,
    after?: ApprovablePayment,
  ): Promise<readonly ApprovablePayment[]> {
    if (corporateIds.length === 0) return [];
    const { acceptedAt = '', paymentId = '' } = after ?? {};
    return this.queries.ask(new GetPaymentsToSign(corporateIds, generation, acceptedAt, paymentId));
  }

  /** The baskets of which these payments are members, by payment id. */
  async basketsOf(
    payments: readonly ApprovablePayment[],
  ): Promise<ReadonlyMap<string, BasketView>> {
    if (payments.length === 0) return new Map();
    const ids = payments.map(({ paymentId }) => paymentId);
    const basketIds = await this.queries.ask(new GetOpenBaskets(ids));
    const tpps = new Map(
      payments.flatMap(({ paymentId, initiator }) => {
        const basketId = basketIds[paymentId];
        return basketId === undefined ? [] : [[basketId, initiator.tpp] as const];
      }),
    );
    const found = await Promise.all([...tpps].map(([id, tpp]) => this.basket(tpp, id)));
    const byId = new Map(found.flatMap((view) => (view === null ? [] : [[view.basketId, view]])));
    return new Map(
      Object.entries(basketIds).flatMap(([paymentId, basketId]) => {
        const view = byId.get(basketId);
        return view === undefined ? [] : [[paymentId, view] as const];
      }),
    );
  }

  basket(tpp: string, basketId: string): Promise<BasketView | null> {
    return this.queries.ask(new GetBasket(tpp, basketId));
  }

  async payments(
    tpp: string,
    paymentIds: readonly string[],
  ): Promise<readonly ApprovablePayment[]> {
    return paymentIds.length === 0 ? [] : this.queries.ask(new GetPayments(tpp, paymentIds));
  }
}
