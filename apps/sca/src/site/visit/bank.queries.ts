import { Inject, Injectable } from '@nestjs/common';
import { GetActingCustomer, GetOpenBaskets, GetPayments } from '@nordgate/contracts';
import type { ActingCustomer, PaymentView } from '@nordgate/contracts';
import { QUERIES } from '@nordgate/messaging';
import type { QueryClient } from '@nordgate/messaging';

/** What the site asks the other services. Throws ServiceUnavailable when one does not answer. */
@Injectable()
export class Bank {
  constructor(@Inject(QUERIES) private readonly queries: QueryClient) {}

  customer(by: GetActingCustomer['by']): Promise<ActingCustomer | null> {
    return this.queries.ask(new GetActingCustomer(by));
  }

  /** Whether a payment is a member of a basket that waits for its approval. */
  async isInOpenBasket(paymentId: string): Promise<boolean> {
    return paymentId in (await this.queries.ask(new GetOpenBaskets([paymentId])));
  }

  async payments(tpp: string, paymentIds: readonly string[]): Promise<readonly PaymentView[]> {
    return paymentIds.length === 0 ? [] : this.queries.ask(new GetPayments(tpp, paymentIds));
  }
}
