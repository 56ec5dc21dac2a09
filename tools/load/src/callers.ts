import { setTimeout as sleep } from 'node:timers/promises';
import { aDomesticPayment, pageOf, PsuBrowser, scaRedirectOf, singlePath } from '@nordgate/testing';
import type { TppAnswer, TppCall, TppClient } from '@nordgate/tpp-client';
import type { RequestKind } from './arrivals.js';
import type { Measurements } from './objectives.js';
import { Samples } from './samples.js';

type Tpp = Pick<TppClient, 'call'>;

/** Who sends the load: one TPP client for each gateway, for one PSU. */
export interface Callers {
  readonly tpps: readonly [Tpp, ...Tpp[]];
  readonly scaUrl: string;
  /** Account numbers of every payment. */
  readonly from: string;
  readonly to: string;
  /** The PSU approves at a link. */
  readonly approve: (link: string) => Promise<unknown>;
}

interface Payment {
  readonly paymentId: string;
  readonly link: string;
}

/** Without it a payment is not to be seen before its approval (specification 3). */
const showUnapproved = { 'x-accept-fix': 'amount-as-string,payment-status-before-approval' };
/** More payments are made than pages and baskets take, and a link ends after ten minutes. */
const freshMax = 100;
const visiblePollMs = 10;
const visibleMsMax = 10_000;

/** Why there was no answer: the code of the innermost error, such as ECONNRESET, or its message. */
function reasonOf(error: unknown): string {
  let inner = error;
  for (
    let depth = 0;
    inner instanceof Error && inner.cause instanceof Error && depth < 5;
    depth += 1
  ) {
    inner = inner.cause;
  }
  if (!(inner instanceof Error)) return String(inner).slice(0, reasonMax);
  const { code } = inner as NodeJS.ErrnoException;
  return code ?? `${inner.name}: ${inner.message}`.slice(0, reasonMax);
}

/** A report has one line. */
const reasonMax = 80;

/** Sends the requests of a load and keeps what they show. */
export class Calls {
  readonly measured: Measurements = {
    accept: new Samples(),
    visible: new Samples(),
    page: new Samples(),
    status: new Samples(),
    answers: new Map(),
    pageAnswers: new Map(),
  };
  /** Payments that have neither a page nor a basket yet. */
  private readonly fresh: Payment[] = [];
  private turn = 0;

  constructor(private readonly callers: Callers) {}

  /**
   * Sends one request. A failure is counted and does not reject.
   *
   * @param due when it was due, by the monotonic clock: waiting for a free processor counts
   */
  async send(kind: RequestKind, due: number): Promise<void> {
    try {
      await this[kind](due);
    } catch (error) {
      this.count(
        `none (${reasonOf(error)})`,
        kind === 'page' || kind === 'approve' ? this.measured.pageAnswers : this.measured.answers,
      );
    }
  }

  private async pay(due: number): Promise<void> {
    const { from, to } = this.callers;
    const body = aDomesticPayment({
      // The account has funds for the payments of days.
      instructedAmount: { amount: '0.01', currency: 'NOK' },
      debtorAccount: { bban: from, currency: 'NOK' },
      creditorAccount: { bban: to, currency: 'NOK' },
    });
    const answer = await this.call({ method: 'POST', path: singlePath, body });
    this.noteAcceptance(answer, due);
    if (answer.status !== 201) return;
    const made = answer.json as { paymentId: string };
    await this.seeIt(made.paymentId);
    this.fresh.push({ paymentId: made.paymentId, link: scaRedirectOf(made) });
    if (this.fresh.length > freshMax) this.fresh.shift();
  }

  /** Measures how long an accepted payment is not to be seen. */
  private async seeIt(paymentId: string): Promise<void> {
    const accepted = performance.now();
    const passed = () => performance.now() - accepted;
    const path = `${singlePath}/${paymentId}/status`;
    while ((await this.call({ method: 'GET', path })).status !== 200) {
      if (passed() > visibleMsMax) break;
      await sleep(visiblePollMs);
    }
    this.measured.visible.add(passed());
  }

  private async status(due: number): Promise<void> {
    const known = this.fresh.at(-1);
    if (known === undefined) return;
    await this.call({ method: 'GET', path: `${singlePath}/${known.paymentId}/status` });
    this.measured.status.add(performance.now() - due);
  }

  private async page(due: number): Promise<void> {
    const payment = this.fresh.shift();
    if (payment === undefined) return;
    const page = pageOf(await new PsuBrowser(this.callers.scaUrl).open(payment.link));
    this.count(String(page.status), this.measured.pageAnswers);
    this.measured.page.add(page.status >= 500 ? Infinity : performance.now() - due);
  }

  private async approve(): Promise<void> {
    const payment = this.fresh.shift();
    if (payment === undefined) return;
    await this.callers.approve(payment.link);
    this.count('approved', this.measured.pageAnswers);
  }

  private async basket(due: number): Promise<void> {
    const paymentIds = this.fresh.splice(0, 2).map(({ paymentId }) => paymentId);
    if (paymentIds.length === 0) return;
    const path = '/v1/signing-baskets';
    this.noteAcceptance(await this.call({ method: 'POST', path, body: { paymentIds } }), due);
  }

  /** Only 2xx is an acceptance: a fast 503 would improve the percentiles. */
  private noteAcceptance({ status }: TppAnswer, due: number): void {
    if (status >= 200 && status < 300) this.measured.accept.add(performance.now() - due);
  }

  private async call(call: TppCall): Promise<TppAnswer> {
    const { tpps } = this.callers;
    this.turn = (this.turn + 1) % tpps.length;
    const answer = await (tpps[this.turn] ?? tpps[0]).call({ ...call, headers: showUnapproved });
    this.count(String(answer.status), this.measured.answers);
    return answer;
  }

  private count(status: string, answers: ReadonlyMap<string, number>): void {
    const counts = answers as Map<string, number>;
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
}
