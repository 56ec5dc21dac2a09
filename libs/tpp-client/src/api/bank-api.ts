import type {
  BasketCreationReply,
  BasketReply,
  BasketStatusReply,
  PaymentCreated,
  PaymentStatusReply,
} from '@nordgate/contracts/http';
import { scaRedirectIn } from '../answer.js';
import type { TppAnswer } from '../answer.js';
import type { TppCall, TppClient } from '../tpp-client.js';
import { BankRefusal } from './bank-refusal.js';
import type { PaymentProductPath, SandboxCustomers, User } from './bodies.js';

/** What the bank answered, and where the PSU has to be sent if it said so. */
export type Told<T> = T & { readonly answer: TppAnswer; readonly scaRedirect: string | undefined };

type Extra = Pick<TppCall, 'headers'>;

/**
 * The operations of the bank by name. Each resolves with the parsed 2xx body and throws BankRefusal
 * for any other answer. A further operation is one more method. `extra` are headers of the one call.
 */
export class BankApi {
  constructor(readonly tpp: TppClient) {}

  /** POST of a payment; `product` is such as `payments/norwegian-domestic-credit-transfers`. */
  createPayment(product: PaymentProductPath, body: object, extra?: Extra) {
    return this.ask<PaymentCreated>('POST', `/v1/${product}`, { ...extra, body });
  }

  /** The payment as it was sent, with its status. */
  payment(product: PaymentProductPath, paymentId: string, extra?: Extra) {
    const path = `/v1/${product}/${encodeURIComponent(paymentId)}`;
    return this.ask<PaymentStatusReply & Readonly<Record<string, unknown>>>('GET', path, extra);
  }

  paymentStatus(product: PaymentProductPath, paymentId: string, extra?: Extra) {
    const path = `/v1/${product}/${encodeURIComponent(paymentId)}/status`;
    return this.ask<PaymentStatusReply>('GET', path, extra);
  }

  /** A signing basket of up to ten payments. */
  createBasket(paymentIds: readonly string[], extra?: Extra) {
    const body = { paymentIds };
    return this.ask<BasketCreationReply>('POST', '/v1/signing-baskets', { ...extra, body });
  }

  basket(basketId: string, extra?: Extra) {
    const path = `/v1/signing-baskets/${encodeURIComponent(basketId)}`;
    return this.ask<BasketReply>('GET', path, extra);
  }

  basketStatus(basketId: string, extra?: Extra) {
    const path = `/v1/signing-baskets/${encodeURIComponent(basketId)}/status`;
    return this.ask<BasketStatusReply>('GET', path, extra);
  }

  /** The PSU of the live session; refused with a scaRedirect when there is none. */
  user(extra?: Extra) {
    return this.ask<User>('GET', '/v1/user', extra);
  }

  /** Sets the sandbox back to its known state. */
  initialiseSandbox(extra?: Extra) {
    return this.ask<SandboxCustomers>('POST', '/v1/sandbox/initialize', extra);
  }

  sandboxCustomers(extra?: Extra) {
    return this.ask<SandboxCustomers>('GET', '/v1/sandbox/customers', extra);
  }

  private async ask<T extends object>(
    method: TppCall['method'],
    path: string,
    call: Omit<TppCall, 'method' | 'path'> = {},
  ): Promise<Told<T>> {
    const answer = await this.tpp.call({ ...call, method, path });
    if (answer.status < 200 || answer.status > 299) throw new BankRefusal(answer);
    return { ...(answer.json as T), answer, scaRedirect: scaRedirectIn(answer.json) };
  }
}
