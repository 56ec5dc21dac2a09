import { setTimeout as sleep } from 'node:timers/promises';
import {
  accountOf,
  actAs,
  aDomesticPayment,
  approveAt,
  grantAt,
  instantPath,
  jsonWith,
  orderBetween,
  scaRedirectOf,
  singlePath,
  statusOf,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import type { TppAnswer, TppCall, TppClient } from '@nordgate/tpp-client';
import type { Calls } from './calls.js';
import type { Output } from './recorder.js';

const baskets = '/v1/signing-baskets';
const consents = '/v1/bank-offered-consents';
const accountsGranted = 2;
const [statusPollMs, statusWaitMs] = [5, 60_000];

/** Which bank is called, and for whom. */
export interface HttpCallsOptions {
  /** One for each gateway. They take turns. */
  readonly tpps: readonly [TppClient, ...TppClient[]];
  readonly newBrowser: World['newBrowser'];
  readonly debtor: ListedCustomer;
  readonly creditor: ListedCustomer;
  /** Whether parts of the bank fail. If so, a call that fails promises nothing; otherwise it is an error. */
  readonly isFaulty: boolean;
}

interface Listed {
  readonly accounts: readonly { readonly resourceId: string }[];
}

interface Balances {
  readonly balances: readonly {
    readonly balanceType: string;
    readonly balanceAmount: { readonly amount: string };
  }[];
}

/** A bank as its TPP meets it: signed requests over HTTP, and a PSU on the approval site. */
export class HttpCalls implements Calls {
  readonly feeOfTransfer = 200;
  /** The links of the consents that were asked for. */
  readonly #links = new Map<string, string>();

  #turn = 0;

  constructor(private readonly options: HttpCallsOptions) {}

  async pay(key: string, amount: string): Promise<Output | undefined> {
    const bban = accountOf(this.options.debtor);
    const body = aDomesticPayment({
      instructedAmount: { amount, currency: 'NOK' },
      debtorAccount: { bban, currency: 'NOK' },
    });
    const headers = { 'x-request-id': key };
    const answer = await this.#call({ method: 'POST', path: singlePath, body, headers });
    // The answer does not say whether the payment is decided already.
    const outcome = this.options.isFaulty ? 'received' : 'made';
    return outcomeOf(answer, {
      201: { ...made(answer, 'paymentId'), outcome },
      409: { outcome: 'conflict' },
    });
  }

  async makeBasket(key: string, members: readonly string[]): Promise<Output | undefined> {
    const headers = { 'x-request-id': key };
    const body = { paymentIds: members };
    const answer = await this.#call({ method: 'POST', path: baskets, body, headers });
    return outcomeOf(answer, { 201: made(answer, 'basketId'), 409: { outcome: 'taken' } });
  }

  async endBasket(key: string, id: string): Promise<Output | undefined> {
    const headers = { 'x-request-id': key };
    const answer = await this.#call({ method: 'DELETE', path: `${baskets}/${id}`, headers });
    return outcomeOf(answer, { 204: { outcome: 'ended' } });
  }

  async askConsent(key: string): Promise<Output | undefined> {
    const headers = { 'x-request-id': key };
    const answer = await this.#call({ method: 'POST', path: consents, headers });
    const output = outcomeOf(answer, { 201: made(answer, 'consentId') });
    if (output?.id !== undefined) this.#links.set(output.id, scaRedirectOf(answer?.json as object));
    return output;
  }

  async grant(consentId: string): Promise<Output | undefined> {
    const { debtor } = this.options;
    const bbans = Array.from({ length: accountsGranted }, (_, at) => accountOf(debtor, at));
    const link = this.#links.get(consentId) ?? '';
    const back = await this.#unlessFaulty(grantAt(this.#world(), link, debtor, { bbans }));
    if (back === undefined) return undefined;
    // The session of the grant takes the place of the one before.
    for (const tpp of this.options.tpps) actAs(tpp, back);
    return { outcome: 'granted' };
  }

  async endConsent(id: string): Promise<Output | undefined> {
    const answer = await this.#call({ method: 'DELETE', path: `${consents}/${id}` });
    return outcomeOf(answer, { 204: { outcome: 'ended' } });
  }

  async accounts(): Promise<readonly string[] | undefined> {
    const answer = await this.#call({ method: 'GET', path: '/v1/accounts' });
    if (answer === undefined || answer.status === 503) return undefined;
    return jsonWith<Listed>(answer, 200).accounts.map(({ resourceId }) => resourceId);
  }

  async readAccounts(): Promise<Output | undefined> {
    const answer = await this.#call({ method: 'GET', path: '/v1/accounts' });
    return outcomeOf(answer, { 200: { outcome: 'shown' }, 401: { outcome: 'refused' } });
  }

  async readUnattended(account: string): Promise<Output | undefined> {
    const headers = { 'psu-ip-address': undefined };
    const answer = await this.#call({ method: 'GET', path: balancesOf(account), headers });
    return outcomeOf(answer, { 200: { outcome: 'shown' }, 429: { outcome: 'exceeded' } });
  }

  async readBalance(account: string): Promise<Output | undefined> {
    const answer = await this.#call({ method: 'GET', path: balancesOf(account) });
    return outcomeOf(answer, { 200: { outcome: 'read', value: bookedIn(answer) } });
  }

  async orderTransfer(amount: number): Promise<(() => Promise<Output | undefined>) | undefined> {
    const { debtor, creditor } = this.options;
    const instructedAmount = { amount: (amount / 100).toFixed(2), currency: 'NOK' };
    const body = orderBetween({ debtor, creditor }, { instructedAmount });
    const answer = await this.#call({ method: 'POST', path: instantPath, body });
    if (outcomeOf(answer, { 201: { outcome: 'made' } }) === undefined) return undefined;
    const order = answer?.json as { readonly paymentId: string };
    return async () => {
      const approved = approveAt(this.#world(), scaRedirectOf(order), debtor);
      if ((await this.#unlessFaulty(approved)) === undefined) return undefined;
      return (await this.#isBooked(order.paymentId)) ? { outcome: 'booked' } : undefined;
    };
  }

  async #isBooked(paymentId: string): Promise<boolean> {
    const end = performance.now() + statusWaitMs;
    while (performance.now() < end) {
      const status = statusOf(this.#world(), instantPath, paymentId);
      if ((await this.#unlessFaulty(status)) === 'ACSC') return true;
      await sleep(statusPollMs);
    }
    return false;
  }

  /** For the steps of a PSU and of one request: the next gateway. */
  #world(): World {
    const { tpps, newBrowser } = this.options;
    this.#turn = (this.#turn + 1) % tpps.length;
    const narrator = { part: () => undefined, step: () => undefined };
    return { tpp: tpps[this.#turn] ?? tpps[0], newBrowser, narrator };
  }

  #call(call: TppCall): Promise<TppAnswer | undefined> {
    return this.#unlessFaulty(this.#world().tpp.call(call));
  }

  #unlessFaulty<T>(work: Promise<T>): Promise<T | undefined> {
    return this.options.isFaulty ? work.catch(() => undefined) : work;
  }
}

const balancesOf = (account: string) => `/v1/accounts/${account}/balances`;

/** An answer by its status; undefined for one that promises nothing. @throws Error for any other one */
function outcomeOf(
  answer: TppAnswer | undefined,
  byStatus: Readonly<Record<number, Output>>,
): Output | undefined {
  if (answer === undefined || answer.status === 503) return undefined;
  const output = byStatus[answer.status];
  if (output === undefined) throw new Error(`answered ${String(answer.status)}: ${answer.text}`);
  return output;
}

/** The answer to a request that has made something, by the name of its id. */
function made(answer: TppAnswer | undefined, name: string): Output {
  const id = (answer?.json as Readonly<Record<string, string>> | undefined)?.[name];
  return { outcome: 'made', ...(id !== undefined && { id }) };
}

/** The booked balance in the smallest unit; NaN in an answer without balances. */
function bookedIn(answer: TppAnswer | undefined): number {
  const { balances = [] } = (answer?.json ?? {}) as Partial<Balances>;
  const booked = balances.find(({ balanceType }) => balanceType === 'interimBooked') ?? balances[0];
  return Math.round(Number(booked?.balanceAmount.amount) * 100);
}
