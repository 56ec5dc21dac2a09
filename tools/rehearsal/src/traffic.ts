import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '@nordgate/chaos/chance';
import type { HistoryFile } from '@nordgate/chaos/history-file';
import { markedRedirectUri, markerOf } from '@nordgate/chaos/markers';
import { Amounts } from '@nordgate/chaos/money';
import { aDomesticPayment, approveAt, scaRedirectOf, singlePath } from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import type { TppAnswer, TppCall, TppClient } from '@nordgate/tpp-client';

/** Who sends the requests, and where they are noted. */
export interface TrafficOptions {
  readonly tpp: TppClient;
  readonly world: World;
  readonly psu: ListedCustomer;
  readonly from: string;
  readonly to: string;
  readonly history: HistoryFile;
  readonly chance: Chance;
}

/** What a phase of the traffic has measured. */
export interface PhaseFigures {
  requests: number;
  readonly failed: string[];
  /**
   * The requests that got 503 with Retry-After, or no connection to a ready pod. A bank that is too busy does
   * that, too.
   */
  readonly unavailable: string[];
  readonly ms: number[];
}

/** Eight payments, eight statuses, three baskets and one approval out of twenty. */
const mix = ['pay', 'status', 'pay', 'status', 'basket', 'pay', 'status'] as const;
const approvals = { every: 20 };
const showUnapproved = { 'x-accept-fix': 'amount-as-string,payment-status-before-approval' };

/**
 * Requests at a constant rate, whatever the bank answers. Nothing is repeated: a request fails without an
 * answer, with an answer of 500 and more, and a GET of an accepted payment with any answer but 200.
 */
export class Traffic {
  private readonly amounts = new Amounts();
  private readonly paid: string[] = [];
  private readonly known: string[] = [];
  private readonly waiting = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private made = 0;
  private phase: PhaseFigures = newPhase();

  constructor(private readonly options: TrafficOptions) {}

  /** What the TPP knows of the PSU. */
  get psuIds(): { readonly psuId: string; readonly tppSessionId: string } {
    const { headers } = this.options.tpp.signed({ method: 'GET', path: '/v1/user' });
    const of = (name: string) => headers[name] ?? '';
    return { psuId: of('psu-id'), tppSessionId: of('tpp-session-id') };
  }

  start(rate: number): void {
    this.running = this.keep(rate);
  }

  /** Ends a phase, and begins the next one. */
  endPhase(): PhaseFigures {
    const ended = this.phase;
    this.phase = newPhase();
    return ended;
  }

  /** Waits for the answers that are missing. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    await Promise.all(this.waiting);
  }

  private async keep(rate: number): Promise<void> {
    const { signal } = this.stopping;
    const started = performance.now();
    for (let at = 0; !signal.aborted; at += 1) {
      const ahead = started + (at * 1000) / rate - performance.now();
      if (ahead > 0) await sleep(ahead, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const kind = mix[at % mix.length] ?? 'pay';
      const sent = this[kind](this.phase, performance.now(), at).catch((error: unknown) => {
        this.phase.failed.push(`${kind}: ${String(error)}`);
      });
      this.waiting.add(sent);
      void sent.then(() => this.waiting.delete(sent));
    }
  }

  private async pay(phase: PhaseFigures, due: number): Promise<void> {
    const { from, to, history } = this.options;
    const request = this.newId();
    const amount = this.amounts.next();
    const body = aDomesticPayment({
      instructedAmount: { amount, currency: 'NOK' },
      debtorAccount: { bban: from, currency: 'NOK' },
      creditorAccount: { bban: to, currency: 'NOK' },
      endToEndIdentification: markerOf(request),
    });
    await history.note({
      is: 'asked',
      request,
      wish: { for: 'payment', amount, path: singlePath },
    });
    const call = { method: 'POST', path: singlePath, body } as const;
    const answer = await this.send(phase, due, { call, request, idName: 'paymentId' });
    if (answer?.status !== 201) return;
    const { paymentId } = answer.json as { readonly paymentId: string };
    this.paid.push(paymentId);
    this.known.push(paymentId);
  }

  private async status(phase: PhaseFigures, due: number): Promise<void> {
    if (this.known.length === 0) return;
    const id = this.options.chance.pick(this.known.slice(-100));
    const call = { method: 'GET', path: `${singlePath}/${id}/status` } as const;
    const answer = await this.send(phase, due, { call });
    if (answer !== undefined && answer.status < 500 && answer.status !== 200) {
      phase.failed.push(`lost: GET of an accepted payment is ${String(answer.status)}`);
    }
  }

  private async basket(phase: PhaseFigures, due: number, at: number): Promise<void> {
    const paymentIds = this.paid.splice(0, 2);
    if (paymentIds.length < 2) return void this.paid.push(...paymentIds);
    const request = this.newId();
    await this.options.history.note({ is: 'asked', request, wish: { for: 'basket', paymentIds } });
    const headers = { 'tpp-redirect-uri': markedRedirectUri(request) };
    const call = {
      method: 'POST',
      path: '/v1/signing-baskets',
      body: { paymentIds },
      headers,
    } as const;
    const answer = await this.send(phase, due, { call, request, idName: 'basketId' });
    if (answer?.status === 201 && at % approvals.every < mix.length) {
      await this.approve(phase, request, answer.json as object);
    }
  }

  /** Lets the PSU approve a basket at the site: several pages, and so several requests. */
  private async approve(phase: PhaseFigures, request: string, made: object): Promise<void> {
    const { world, psu, history } = this.options;
    await history.note({ is: 'acting', request, act: 'approve' });
    const since = performance.now();
    phase.requests += 1;
    try {
      const back = await approveAt(world, scaRedirectOf(made), psu);
      const code = back.searchParams.get('code');
      if (code !== null) throw new Error(`the site answered ${code}`);
      await history.note({ is: 'acted', request, act: 'approve' });
    } catch (error) {
      const list = hasNoConnection(error) ? phase.unavailable : phase.failed;
      list.push(
        `approval after ${(performance.now() - since).toFixed(0)} ms: ${firstLineOf(error)}`,
      );
    }
  }

  private async send(
    phase: PhaseFigures,
    due: number,
    { call, request, idName }: Sent,
  ): Promise<TppAnswer | undefined> {
    const { tpp, history } = this.options;
    const id = request === undefined ? {} : { 'x-request-id': request };
    const headers = { ...showUnapproved, ...call.headers, ...id };
    phase.requests += 1;
    const answer = await tpp.call({ ...call, headers }).catch((error: unknown) => String(error));
    phase.ms.push(performance.now() - due);
    const failure = typeof answer === 'string' ? answer : failureIn(answer);
    if (failure !== undefined) {
      const list = isUnavailable(answer) ? phase.unavailable : phase.failed;
      list.push(`${call.method} ${call.path}: ${failure}`);
    }
    if (request !== undefined) await history.note(entryOf(request, answer, idName));
    return typeof answer === 'string' ? undefined : answer;
  }

  /** The ids of a seed are the same in every run. */
  private newId(): string {
    this.made += 1;
    const text = `${String(this.options.chance.seed)}/${String(this.made)}`;
    const hex = createHash('sha256').update(text).digest('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`]
      .concat(hex.slice(20, 32))
      .join('-');
  }
}

interface Sent {
  readonly call: TppCall;
  /** The X-Request-ID of a write. */
  readonly request?: string;
  readonly idName?: 'paymentId' | 'basketId';
}

/** An error of a journey shows the page. */
const firstLineOf = (error: unknown) => String(error).split('\n')[0] ?? '';

const newPhase = (): PhaseFigures => ({ requests: 0, failed: [], unavailable: [], ms: [] });

/** A string is the error of a request without an answer. */
const isUnavailable = (answer: TppAnswer | string) =>
  typeof answer === 'string' ||
  (answer.status === 503 && answer.headers['retry-after'] !== undefined);

const hasNoConnection = (error: unknown) =>
  /^(ECONN|UND_ERR)/.test(String((error as { readonly code?: unknown }).code));

function failureIn({ status, text }: TppAnswer): string | undefined {
  if (status >= 500) return `${String(status)} ${text.slice(0, 120)}`;
  return status === 429 ? 'the load is above a limit' : undefined;
}

function entryOf(request: string, answer: TppAnswer | string, idName: Sent['idName']) {
  if (typeof answer === 'string') return { is: 'unknown', request, reason: answer } as const;
  const { status } = answer;
  if (status === 201) {
    const body = answer.json as Record<string, string>;
    const id = body[idName ?? ''] ?? '';
    return { is: 'acknowledged', request, id, status: body['transactionStatus'] ?? '' } as const;
  }
  if (status < 500) return { is: 'refused', request, status, codes: [] } as const;
  return { is: 'unknown', request, reason: `status ${String(status)}`, status } as const;
}
