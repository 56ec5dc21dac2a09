import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { generationOf } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import { LOG } from '@nordgate/service';
import { describeError } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import type { Authorisation, Failed, Finalised } from '../../domain/authorisation.js';
import { accessStream, accessStreamId, lastDecisionOf } from '../../domain/access.js';
import { isOpenedHere } from '../../domain/opened-here.js';
import { isOwnBusiness } from '../../domain/same-challenge.js';
import { sessionStream, sessionStreamId } from '../../domain/session.js';
import { Bank } from '../bank/bank.queries.js';
import { paymentIdsOf } from './approval-content.js';
import { waitsFor } from './second-signature.js';

const deadlineMs = 2000;
const delayFirstMs = 20;
const delayMaxMs = 200;

/**
 * Waits until a decision has reached the payments and the session, so that the next request of the TPP
 * sees it. The decision itself is stored, so the wait ends after two seconds in any case.
 */
@Injectable()
export class SettlementService {
  constructor(
    private readonly store: EventStore,
    private readonly bank: Bank,
    @Inject(LOG) private readonly log: Log,
  ) {}

  async wait(id: string, authorisation: Authorisation): Promise<void> {
    const generation = generationOf(id);
    const end = performance.now() + deadlineMs;
    for (let delayMs = delayFirstMs; performance.now() < end; delayMs *= 1.5) {
      if (await this.looksSettled(generation, authorisation)) return;
      await delay(Math.min(delayMs, delayMaxMs));
    }
  }

  private async looksSettled(generation: number, authorisation: Authorisation): Promise<boolean> {
    try {
      return await this.isSettled(generation, authorisation);
    } catch (error) {
      this.log.warn({ err: describeError(error) }, 'cannot check whether a decision took effect');
      return false;
    }
  }

  private async isSettled(generation: number, authorisation: Authorisation): Promise<boolean> {
    switch (authorisation.is) {
      case 'finalised': {
        const { approved, declined } = authorisation.outcome;
        const decided = [...approved.map(({ paymentId }) => paymentId), ...declined];
        const settled = await Promise.all([
          this.haveMoved(authorisation, decided),
          this.isLive(generation, authorisation),
          this.isGranted(generation, authorisation),
        ]);
        return settled.every((one) => one);
      }
      case 'failed': {
        const { failure, resource } = authorisation;
        const isRefused = failure.reason === 'refused' && resource.kind !== 'cancellation';
        return !isRefused || this.haveMoved(authorisation, paymentIdsOf(resource));
      }
      case 'none':
      case 'void':
      case 'received':
      case 'psuIdentified':
      case 'scaMethodSelected':
        return true;
    }
  }

  private async haveMoved(
    { initiator, psu, resource }: Finalised | Failed,
    paymentIds: readonly string[],
  ): Promise<boolean> {
    const views = await this.bank.payments(initiator.tpp, paymentIds);
    return views.every((view) =>
      resource.kind === 'cancellation'
        ? view.transactionStatus === 'CANC'
        : !waitsFor(view, psu?.customerId),
    );
  }

  private async isGranted(
    generation: number,
    { initiator, outcome, psu }: Finalised,
  ): Promise<boolean> {
    const { accounts, at } = outcome;
    if (accounts === undefined) return true;
    const stream = accessStreamId(generation, initiator.tpp, psu.customerId, outcome);
    const { state } = await this.store.state(accessStream, stream);
    if (accounts.length === 0) return state.is !== 'granted';
    return state.is !== 'none' && Date.parse(lastDecisionOf(state)) >= Date.parse(at);
  }

  /** A later SCA may have replaced the session already: the newer session is live, too. */
  private async isLive(generation: number, authorisation: Finalised): Promise<boolean> {
    const { initiator, outcome, psu, resource } = authorisation;
    if (isOwnBusiness(resource) || isOpenedHere(authorisation)) return true;
    const stream = sessionStreamId(generation, initiator.tpp, psu.customerId);
    const { state } = await this.store.state(sessionStream, stream);
    return state.is === 'completed' && Date.parse(state.current.at) >= Date.parse(outcome.at);
  }
}
