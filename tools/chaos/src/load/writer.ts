import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  aDomesticPayment,
  approveAt,
  PsuBrowser,
  refuseAt,
  scaRedirectOf,
  singlePath,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import type { TppClient } from '@nordgate/tpp-client';
import type { Chance } from '../chance.js';
import type { HistoryFile } from '../history/history-file.js';
import { markedRedirectUri, markerOf } from '../history/marker.js';
import type { Amounts } from './amounts.js';
import { callPersistently } from './persistent-call.js';
import type { Patience, Taken } from './persistent-call.js';

/** Who pays whom, where and for which TPP. */
export interface Parties {
  readonly tpps: readonly TppClient[];
  readonly scaUrl: string;
  readonly psu: ListedCustomer;
  readonly from: string;
  readonly to: string;
}

export interface WriterOptions {
  readonly parties: Parties;
  readonly history: HistoryFile;
  readonly amounts: Amounts;
  readonly chance: Chance;
  /** The pauses between its requests are up to so long. */
  readonly pauseMsMax: number;
  /** Nothing is repeated after this. */
  readonly giveUp: AbortSignal;
}

/** One of this many payments is asked for once, by somebody who does not wait for the answer. */
const hastyOneIn = 6;
const hastyMsMax = 25;

/** A TPP's clerk: pays, groups two payments into a basket now and then, and has it approved or not. */
export class Writer {
  constructor(private readonly options: WriterOptions) {}

  /** Goes on until the signal; what is in hand then is finished. */
  async run(signal: AbortSignal): Promise<void> {
    const { chance, giveUp: until, pauseMsMax } = this.options;
    let basketful: string[] = [];
    while (!signal.aborted) {
      const hasty = chance.between(1, hastyOneIn) === 1;
      const answerMs = chance.between(1, hastyMsMax);
      const paid = await this.pay(hasty ? { until, attemptsMax: 1, answerMs } : { until });
      if (paid !== undefined) basketful.push(paid);
      if (basketful.length === 2) {
        if (chance.next() < 0.5) await this.signTogether(basketful);
        basketful = [];
      }
      await pause(chance.between(0, pauseMsMax), undefined, { signal }).catch(() => undefined);
    }
  }

  private async pay(patience: Patience): Promise<string | undefined> {
    const { amounts, history, parties } = this.options;
    const request = randomUUID();
    const amount = amounts.next();
    const body = aDomesticPayment({
      instructedAmount: { amount, currency: 'NOK' },
      debtorAccount: { bban: parties.from, currency: 'NOK' },
      creditorAccount: { bban: parties.to, currency: 'NOK' },
      endToEndIdentification: markerOf(request),
    });
    await history.note({ is: 'asked', request, wish: { for: 'payment', amount } });
    const call = { request, method: 'POST', path: singlePath, body } as const;
    return (await callPersistently({ ...this.caller(), patience }, call, 'paymentId'))?.id;
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

  /** A PSU whose way through the site breaks off does not come back. */
  private async act(request: string, { body }: Taken, act: 'approve' | 'refuse'): Promise<void> {
    const { history, parties } = this.options;
    const href = scaRedirectOf(body);
    await history.note({ is: 'acting', request, act });
    try {
      const world = this.world();
      const back =
        act === 'approve'
          ? await approveAt(world, href, parties.psu)
          : await refuseAt(world, href, parties.psu);
      const code = back.searchParams.get('code');
      const isDone = act === 'approve' ? code === null : code !== null;
      if (isDone) await history.note({ is: 'acted', request, act });
    } catch {
      // What the site was doing meanwhile is for the laws to say.
    }
  }

  private caller() {
    const { chance, history, parties } = this.options;
    const first = chance.between(0, parties.tpps.length - 1);
    const tpps = [...parties.tpps.slice(first), ...parties.tpps.slice(0, first)];
    return { history, tpps };
  }

  private world(): World {
    const { parties } = this.options;
    const [tpp] = parties.tpps;
    if (tpp === undefined) throw new Error('there is no gateway');
    return {
      tpp,
      newBrowser: () => new PsuBrowser(parties.scaUrl),
      narrator: { part: () => undefined, step: () => undefined },
    };
  }
}
