import type { PsuContext } from '@nordgate/contracts/events';
import type {
  AccountsReply,
  BalancesReply,
  BasketCreationReply,
  BasketReply,
  BasketStatusReply,
  CardAccountsReply,
  ConsentCreated,
  ConsoleCodeReply,
  ConsentStatusReply,
  PaymentCreated,
  PaymentStatusReply,
  ErrorBody,
  ListedCustomer,
  TppMessage,
  TransactionsParameters,
  TransactionsReply,
} from '@nordgate/contracts/http';
import type { SandboxCustomer } from '@nordgate/contracts/queries';
import { scaRedirectIn } from '../answer.js';
import type { TppAnswer } from '../answer.js';
import type { TppCall, TppClient } from '../tpp-client.js';

/** Payment service and product as in a path. */
export type PaymentProductPath = `${'payments' | 'periodic-payments'}/${string}`;

/** Answer to GET /v1/user (specification 4.4). */
export interface User {
  readonly psuId: string;
  readonly psuCorporateId?: string;
  readonly context: PsuContext;
  /** ISO 8601. */
  readonly sessionEndsAt: string;
}

/** Answer of the sandbox operations. */
export interface SandboxCustomers {
  readonly customers: readonly SandboxCustomer[];
}

/** A parsed answer, and the address for the PSU's SCA if the answer has one. */
export type ParsedAnswer<T> = T & {
  readonly answer: TppAnswer;
  readonly scaRedirect: string | undefined;
};

type Extra = Pick<TppCall, 'headers'>;

/**
 * The operations of the bank by name. Each resolves with the parsed 2xx body. `extra` has additional
 * headers of the call.
 *
 * @throws BankError for any other answer, and the errors of {@link TppClient.call}
 */
export class BankApi {
  constructor(readonly tpp: TppClient) {}

  /** POST of a payment of a product such as `payments/norwegian-domestic-credit-transfers`. */
  createPayment(product: PaymentProductPath, body: object, extra?: Extra) {
    return this.send<PaymentCreated>('POST', `/v1/${product}`, { ...extra, body });
  }

  /** The payment with its status. */
  payment(product: PaymentProductPath, paymentId: string, extra?: Extra) {
    const path = `/v1/${product}/${encodeURIComponent(paymentId)}`;
    return this.send<PaymentStatusReply & Readonly<Record<string, unknown>>>('GET', path, extra);
  }

  /** A code that opens the console of the sandbox once. */
  consoleCode() {
    return this.send<ConsoleCodeReply>('POST', '/v1/sandbox/console-codes');
  }

  paymentStatus(product: PaymentProductPath, paymentId: string, extra?: Extra) {
    const path = `/v1/${product}/${encodeURIComponent(paymentId)}/status`;
    return this.send<PaymentStatusReply>('GET', path, extra);
  }

  /** A signing basket of up to ten payments. */
  createBasket(paymentIds: readonly string[], extra?: Extra) {
    const body = { paymentIds };
    return this.send<BasketCreationReply>('POST', '/v1/signing-baskets', { ...extra, body });
  }

  basket(basketId: string, extra?: Extra) {
    const path = `/v1/signing-baskets/${encodeURIComponent(basketId)}`;
    return this.send<BasketReply>('GET', path, extra);
  }

  basketStatus(basketId: string, extra?: Extra) {
    const path = `/v1/signing-baskets/${encodeURIComponent(basketId)}/status`;
    return this.send<BasketStatusReply>('GET', path, extra);
  }

  /** The PSU of the live session. Without a session a BankError with a scaRedirect. */
  user(extra?: Extra) {
    return this.send<User>('GET', '/v1/user', extra);
  }

  /** Asks for a consent. The PSU picks the accounts at the bank. */
  createConsent(extra?: Extra) {
    return this.send<ConsentCreated>('POST', '/v1/bank-offered-consents', extra);
  }

  consentStatus(consentId: string, extra?: Extra) {
    const path = `/v1/bank-offered-consents/${encodeURIComponent(consentId)}/status`;
    return this.send<ConsentStatusReply>('GET', path, extra);
  }

  /** The accounts that the PSU consented to. Without a consent a BankError with a scaRedirect. */
  accounts(extra?: Extra) {
    return this.send<AccountsReply>('GET', '/v1/accounts', extra);
  }

  cardAccounts(extra?: Extra) {
    return this.send<CardAccountsReply>('GET', '/v1/card-accounts', extra);
  }

  /** The balances of an account, by its resourceId. */
  balances(resourceId: string, extra?: Extra) {
    const path = `/v1/accounts/${encodeURIComponent(resourceId)}/balances`;
    return this.send<BalancesReply>('GET', path, extra);
  }

  /** A page of transactions; the links of the answer lead to the others. */
  transactions(resourceId: string, query: TransactionsParameters, extra?: Extra) {
    const path = `/v1/accounts/${encodeURIComponent(resourceId)}/transactions`;
    const parameters = new URLSearchParams({ ...query });
    return this.send<TransactionsReply>('GET', `${path}?${parameters.toString()}`, extra);
  }

  /** Another page of transactions, by a link of a page. */
  transactionPage(href: string, extra?: Extra) {
    return this.send<TransactionsReply>('GET', href, extra);
  }

  /** Resets the test data of the TPP to its known state. */
  initialiseSandbox(extra?: Extra) {
    return this.send<SandboxCustomers>('POST', '/v1/sandbox/initialize', extra);
  }

  /** The first page of the sandbox's customers, as `items`. */
  sandboxCustomers(extra?: Extra) {
    return this.listOf<ListedCustomer>('/v1/sandbox/customers', extra);
  }

  private async send<T extends object>(
    method: TppCall['method'],
    path: string,
    call: Omit<TppCall, 'method' | 'path'> = {},
  ): Promise<ParsedAnswer<T>> {
    const answer = await this.answerTo(method, path, call);
    return { ...(answer.json as T), answer, scaRedirect: scaRedirectIn(answer.json) };
  }

  private async listOf<Item>(path: string, call: Extra = {}) {
    const answer = await this.answerTo('GET', path, call);
    return { items: answer.json as readonly Item[], answer };
  }

  private async answerTo(
    method: TppCall['method'],
    path: string,
    call: Omit<TppCall, 'method' | 'path'>,
  ): Promise<TppAnswer> {
    const answer = await this.tpp.call({ ...call, method, path });
    if (answer.status < 200 || answer.status > 299) throw new BankError(answer);
    return answer;
  }
}

/** An answer other than 2xx (specification section 7). */
export class BankError extends Error {
  override readonly name = 'BankError';
  readonly status: number;
  /** The bank's messages. Empty only when the answer is not the bank's own. */
  readonly tppMessages: readonly TppMessage[];
  /** The address for the PSU's SCA, when SCA solves the problem. */
  readonly scaRedirect: string | undefined;
  /** The delay before the same request may be repeated. */
  readonly retryAfterSeconds: number | undefined;

  constructor(readonly answer: TppAnswer) {
    const tppMessages = (answer.json as Partial<ErrorBody> | undefined)?.tppMessages ?? [];
    super([String(answer.status), ...tppMessages.map(messageText)].join(' '));
    this.status = answer.status;
    this.tppMessages = tppMessages;
    this.scaRedirect = scaRedirectIn(answer.json);
    const retryAfter = Number(answer.headers['retry-after']);
    this.retryAfterSeconds = Number.isNaN(retryAfter) ? undefined : retryAfter;
  }
}

function messageText({ code, path, text }: TppMessage): string {
  return [code, path, text].filter((part) => part !== undefined).join(': ');
}
