import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  aDomesticPayment,
  approveAt,
  instantPath,
  refuseAt,
  scaRedirectOf,
  singlePath,
} from '@nordgate/testing';
import type { Chance } from '../chance.js';
import { markedRedirectUri, markerOf } from '../checker/markers.js';
import type { HistoryFile } from '../history/history-file.js';
import type { Amounts } from '../money.js';
import { worldOf } from './parties.js';
import type { Parties } from './parties.js';
import { callPersistently } from './persistent-call.js';
import type { Acknowledgement, Patience } from './persistent-call.js';

interface WriterOptions {
  readonly parties: Parties;
  readonly history: HistoryFile;
  readonly amounts: Amounts;
  readonly chance: Chance;
  /** The longest delay between its requests. */
  readonly delayMsMax: number;
  /** Ends all repeats. */
  readonly giveUp: AbortSignal;
  /** Whether the clock of a gateway may be wrong. */
  readonly areClocksWrong: boolean;
}

/** One of this many payments is of an instant product. */
const instantOneIn = 3;
/** One of this many payments cannot be executed, for lack of funds or because the creditor's bank refuses it. */
const impossibleOneIn = 5;

/** One of this many payments is sent once, and its answer is not awaited. */
const hastyOneIn = 6;
const hastyMsMax = 25;

/** One of this many payments is sent by so many senders at once, with one X-Request-ID. */
const crowdOneIn = 40;
const crowdSize = 50;

/** Pairs keep many payments out of baskets. Ten is the most that a basket takes (specification, section 8). */
const basketSizes = [2, 2, 2, 10] as const;

/** A TPP's writer: pays, groups some payments into baskets of two or ten, and lets the PSU decide on them. */
export class Writer {
  constructor(private readonly options: WriterOptions) {}

  /** Runs until the signal. Requests in progress are finished. */
  async run(signal: AbortSignal): Promise<void> {
    const { chance, giveUp: until, delayMsMax } = this.options;
    let basketful: string[] = [];
    let size: number = chance.pick(basketSizes);
    while (!signal.aborted) {
      const hasty = chance.between(1, hastyOneIn) === 1;
      const answerMs = chance.between(1, hastyMsMax);
      const paid = await this.pay(hasty ? { until, attemptsMax: 1, answerMs } : { until });
      if (paid !== undefined) basketful.push(paid);
      if (basketful.length === size) {
        if (size > 2 || chance.next() < 0.5) await this.signTogether(basketful);
        basketful = [];
        size = chance.pick(basketSizes);
      }
      await sleep(chance.between(0, delayMsMax), undefined, { signal }).catch(() => undefined);
    }
  }

  private async pay(patience: Patience): Promise<string | undefined> {
    const { amounts, chance, history, parties } = this.options;
    const request = randomUUID();
    const path = chance.between(1, instantOneIn) === 1 ? instantPath : singlePath;
    const isPossible = chance.between(1, impossibleOneIn) > 1;
    const isFunded = isPossible || path === instantPath;
    const amount = isFunded ? amounts.next() : amounts.nextBeyondFunds();
    const to = isFunded && !isPossible ? parties.refusing : parties.to;
    const body = aDomesticPayment({
      instructedAmount: { amount, currency: 'NOK' },
      debtorAccount: { bban: parties.from, currency: 'NOK' },
      creditorAccount: { bban: to, currency: 'NOK' },
      endToEndIdentification: markerOf(request),
    });
    await history.note({ is: 'asked', request, wish: { for: 'payment', amount, path } });
    const call = { request, method: 'POST', path, body } as const;
    const senders = chance.between(1, crowdOneIn) === 1 ? crowdSize : 1;
    const sent = Array.from({ length: senders }, () =>
      callPersistently({ ...this.caller(), patience }, call, 'paymentId'),
    );
    return (await Promise.all(sent)).find((paid) => paid !== undefined)?.id;
  }

  private async signTogether(paymentIds: readonly string[]): Promise<void> {
    const { chance, giveUp: until, history } = this.options;
    const request = randomUUID();
    await history.note({ is: 'asked', request, wish: { for: 'basket', paymentIds } });
    const call = {
      request,
      method: 'POST',
      path: '/v1/signing-baskets',
      body: { paymentIds },
      headers: { 'tpp-redirect-uri': markedRedirectUri(request) },
    } as const;
    const caller = { ...this.caller(), patience: { until } };
    const made = await callPersistently(caller, call, 'basketId');
    const act = chance.pick(['approve', 'approve', 'refuse', undefined] as const);
    if (made !== undefined && act !== undefined) await this.act(request, made, act);
  }

  /** A PSU does not return after an error of the site. */
  private async act(
    request: string,
    { body }: Acknowledgement,
    act: 'approve' | 'refuse',
  ): Promise<void> {
    const { history, parties } = this.options;
    const href = scaRedirectOf(body);
    await history.note({ is: 'acting', request, act });
    try {
      const [tpp] = parties.tpps;
      const world = worldOf(parties.scaUrl, tpp);
      const back =
        act === 'approve'
          ? await approveAt(world, href, parties.psu)
          : await refuseAt(world, href, parties.psu);
      const code = back.searchParams.get('code');
      const isDone = act === 'approve' ? code === null : code !== null;
      if (isDone) await history.note({ is: 'acted', request, act });
    } catch {
      // The outcome of the act is unknown. The laws look at what the site has stored.
    }
  }

  private caller() {
    const { areClocksWrong, chance, history, parties } = this.options;
    const first = chance.between(0, parties.tpps.length - 1);
    const tpps = [...parties.tpps.slice(first), ...parties.tpps.slice(0, first)];
    return { history, tpps, areClocksWrong };
  }
}
