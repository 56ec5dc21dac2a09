import {
  GetActingCustomer,
  GetBasket,
  GetOpenBaskets,
  GetPayments,
  GetPaymentsToSign,
  GetSandboxCustomers,
  GetWorld,
  IdentifyCustomer,
  GetMaintenance,
  ListStoppedTpps,
} from '@nordgate/contracts/queries';
import type {
  ActingCustomer,
  BasketView,
  IdentifiedCustomer,
  ApprovablePayment,
  QueriedService,
  World,
} from '@nordgate/contracts/queries';
import type { AuthorisationFinalised, ScaEvent } from '@nordgate/contracts/events';
import type { PaymentStatus } from '@nordgate/contracts/codes';
import { generationOf } from '@nordgate/contracts/rules';
import type { MaintenanceWindow } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import { ServiceUnavailableError } from '@nordgate/service';
import { aBasketView } from './a-basket-view.js';

/** The other services of the bank, with the queries of the site. */
export class FakeBank {
  /** @param maintenance the windows that the operator has planned */
  constructor(private readonly maintenance: readonly MaintenanceWindow[] = []) {}

  /** By customer number. */
  readonly customers = new Map<string, ActingCustomer>();
  /** By an identifier of the identity provider. */
  readonly identifiers = new Map<string, IdentifiedCustomer>();
  readonly payments = new Map<string, ApprovablePayment>();
  /** The size of a page of payments that wait for a signature. */
  toSignPage = 100;
  /** Payments that are members of an open basket. */
  readonly inBaskets = new Set<string>();
  /** Baskets that hold payments, by id. */
  readonly baskets = new Map<string, BasketView>();
  /** Baskets that no test has made, once they are settled. */
  readonly settled = new Map<string, BasketView>();
  /** The TPPs that the operator has stopped, by id. */
  readonly stoppedTpps = new Set<string>();
  /** Services that are down. */
  readonly down = new Set<QueriedService>();
  /** The generation of the world of each TPP, also while accounts is down; undefined: nobody answers. */
  generation: number | undefined = 0;
  /** The TPPs whose worlds were asked for. */
  readonly worldsAsked: string[] = [];
  /** Payments do not follow decisions. */
  stuck = false;
  /** What happens at the bank after the decision of a PSU, just before payments and baskets follow it. */
  meanwhile: () => void = () => undefined;

  /** The query bus of a service. */
  queriesOf(service: QueriedService): { execute: (query: unknown) => Promise<unknown> } {
    return {
      execute: (query) =>
        query instanceof GetWorld
          ? this.answerWorld(query)
          : this.down.has(service)
            ? Promise.reject(new ServiceUnavailableError(`${service} is down`))
            : Promise.resolve(this.answer(query)),
    };
  }

  /** Does what the payments and baskets services do after an event of sca. */
  settle({ type, data }: ScaEvent, stream: string): void {
    if (this.stuck) return;
    if (type === 'AuthorisationFinalised') this.meanwhile();
    if (type === 'AuthorisationFinalised') this.approve(data, stream);
    if (type === 'AuthorisationRefused' && data.resource.kind === 'payment') {
      this.move(data.resource.paymentId, 'RJCT');
    }
    if (type === 'AuthorisationRefused' && data.resource.kind === 'basket') {
      for (const paymentId of data.resource.paymentIds) this.move(paymentId, 'RJCT');
    }
  }

  private approve(data: AuthorisationFinalised['data'], stream: string): void {
    const { resource } = data;
    if (resource.kind === 'basket' && !this.settleBasket(resource, data, stream)) return;
    const by = resource.kind === 'basket' ? `basket-${resource.basketId}` : stream;
    for (const { hash, paymentId } of data.approved) {
      if (resource.kind === 'cancellation') this.cancel(paymentId);
      else if (data.signers === 2) this.sign(paymentId, data, by);
      else this.authorise(paymentId, hash, by);
    }
    for (const paymentId of data.declined) this.move(paymentId, 'RJCT');
  }

  private cancel(paymentId: string): void {
    if (this.payments.get(paymentId)?.transactionStatus === 'ACTC') this.move(paymentId, 'CANC');
  }

  private authorise(paymentId: string, hash: string, authorisedBy: string): void {
    const view = this.payments.get(paymentId);
    if (view?.transactionStatus !== 'RCVD' || view.hash !== hash) return;
    this.payments.set(paymentId, { ...view, transactionStatus: 'ACTC', authorisedBy });
  }

  /** Keeps the first signature, accepts the second of another customer, and ignores any other. */
  private sign(
    paymentId: string,
    { customerId, corporateId }: AuthorisationFinalised['data'],
    by: string,
  ): void {
    const view = this.payments.get(paymentId);
    if (view?.transactionStatus === 'RCVD') {
      const signedBy = defined({ by, customerId, corporateId });
      this.payments.set(paymentId, { ...view, transactionStatus: 'PDNG', signedBy });
    } else if (view?.transactionStatus === 'PDNG' && view.signedBy?.customerId !== customerId) {
      this.payments.set(paymentId, { ...view, transactionStatus: 'ACTC', authorisedBy: by });
    }
  }

  /** Returns whether the basket took the approval. */
  private settleBasket(
    { basketId, paymentIds }: { readonly basketId: string; readonly paymentIds: readonly string[] },
    { customerId, corporateId, signers }: AuthorisationFinalised['data'],
    by: string,
  ): boolean {
    const view = this.basket(basketId) ?? aBasketView({ basketId, paymentIds });
    if (!view.isOpen) return false;
    const isFirst = signers === 2 && view.signedBy === undefined;
    const change = isFirst
      ? { signedBy: defined({ by, customerId, corporateId }) }
      : { isOpen: false, settledBy: by };
    const known = this.baskets.has(basketId) ? this.baskets : this.settled;
    known.set(basketId, { ...view, ...change });
    return true;
  }

  private basket(basketId: string): BasketView | undefined {
    return this.baskets.get(basketId) ?? this.settled.get(basketId);
  }

  private move(paymentId: string, transactionStatus: PaymentStatus): void {
    const view = this.payments.get(paymentId);
    if (view !== undefined) this.payments.set(paymentId, { ...view, transactionStatus });
  }

  private answerWorld({ of }: GetWorld): Promise<World | null> {
    const { generation } = this;
    if ('tpp' in of) this.worldsAsked.push(of.tpp);
    if (generation === undefined) {
      return Promise.reject(new ServiceUnavailableError('accounts is down'));
    }
    const isThere = 'tpp' in of || of.generation === generation;
    return Promise.resolve(isThere ? { tpp: 'tpp' in of ? of.tpp : '', generation } : null);
  }

  private identified({ by }: IdentifyCustomer): IdentifiedCustomer {
    if ('identifier' in by) return this.identifiers.get(by.identifier) ?? { is: 'unknown' };
    const found = this.customers.get(by.customerNumber);
    return found === undefined
      ? { is: 'unknown' }
      : { is: 'customer', customerId: found.customerId };
  }

  private answer(query: unknown): unknown {
    if (query instanceof IdentifyCustomer) return this.identified(query);
    if (query instanceof GetActingCustomer) {
      const { by } = query;
      const found =
        'customerNumber' in by
          ? this.customers.get(by.customerNumber)
          : [...this.customers.values()].find(({ customerId }) => customerId === by.customerId);
      return found ?? null;
    }
    if (query instanceof GetSandboxCustomers) {
      return [...this.customers].map(([customerNumber, { name: customerName }]) => {
        return { customerNumber, customerName, customerType: 'PRIVATE', accounts: [] };
      });
    }
    if (query instanceof GetPayments) {
      const views = query.paymentIds.map((id) => this.payments.get(id));
      return views.filter((view) => view?.initiator.tpp === query.tpp).reverse();
    }
    if (query instanceof GetOpenBaskets) {
      return Object.fromEntries(query.paymentIds.flatMap((id) => this.basketOf(id)));
    }
    if (query instanceof GetBasket) return this.basket(query.basketId) ?? null;
    if (query instanceof GetPaymentsToSign) {
      const { corporateIds, generation, afterId } = query;
      const waiting = [...this.payments.values()].filter(
        ({ paymentId, signedBy, transactionStatus }) =>
          generationOf(paymentId) === generation &&
          transactionStatus === 'PDNG' &&
          corporateIds.includes(signedBy?.corporateId ?? ''),
      );
      const place = waiting.findIndex(({ paymentId }) => paymentId === afterId) + 1;
      return waiting.slice(place, place + this.toSignPage);
    }
    return this.toldByOperator(query);
  }

  private toldByOperator(query: unknown): unknown {
    if (query instanceof GetMaintenance) return this.maintenance;
    if (query instanceof ListStoppedTpps) {
      const since = '2026-03-01T00:00:00.000Z';
      return [...this.stoppedTpps].map((tppId) => ({ tppId, reason: 'fraud', since }));
    }
    throw new Error('the fake bank has no such query');
  }

  /** The basket of a payment: `bas-1` for those in `inBaskets`. */
  private basketOf(paymentId: string): [string, string][] {
    if (this.inBaskets.has(paymentId)) return [[paymentId, 'bas-1']];
    const found = [...this.baskets.values()].find((one) => one.paymentIds.includes(paymentId));
    return found === undefined ? [] : [[paymentId, found.basketId]];
  }
}
