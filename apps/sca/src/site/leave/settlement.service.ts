import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { generationOf } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import { LOG } from '@nordgate/service';
import { describeError } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import { authorisationStreamId, isOpenedHere } from '../../authorisation/authorisation.js';
import type { Authorisation, Failed, Finalised } from '../../authorisation/authorisation.js';
import { accessStream, accessStreamId, endsAccess, lastDecisionOf } from '../../access/access.js';
import { isOwnBusiness, paymentIdsOf } from '../../authorisation/same-challenge.js';
import { sessionStream, sessionStreamId } from '../../session/session.js';
import { Bank } from '../bank/bank.rows.js';
import { outcomeOf, waitsFor } from './outcome.js';
import type { Outcome } from './outcome.js';

/** The PSU waits at most this long for the outcome of the decision. */
const outcomeWaitMs = 2000;
const delayFirstMs = 20;
const delayMaxMs = 200;

/** What is known of a decision: its outcome, and whether the next request of the TPP sees all effects. */
interface Settlement {
  readonly outcome: Outcome;
  readonly isVisible: boolean;
}

/**
 * Waits until a decision has reached the payments and the session, so that the redirect tells what
 * happened and the next request of the TPP sees it.
 */
@Injectable()
export class SettlementService {
  constructor(
    private readonly store: EventStore,
    private readonly bank: Bank,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /**
   * The outcome of the decision in the authorisation with this id. It is `pending` when it is not known
   * after two seconds: the decision itself is stored, and the SCA has succeeded.
   */
  async settle(id: string, authorisation: Authorisation): Promise<Outcome> {
    const end = performance.now() + outcomeWaitMs;
    let { outcome, isVisible } = await this.look(id, authorisation);
    for (let delayMs = delayFirstMs; !isVisible && performance.now() < end; delayMs *= 1.5) {
      await delay(Math.min(delayMs, delayMaxMs));
      ({ outcome, isVisible } = await this.look(id, authorisation));
    }
    return outcome;
  }

  /** Whether another person has to sign what was approved. False while payments do not answer. */
  async isFirstSignature({ initiator, psu, resource }: Finalised): Promise<boolean> {
    const ids = paymentIdsOf(resource);
    const views = await this.bank.payments(initiator.tpp, ids).catch(() => []);
    return views.some(
      ({ signedBy, transactionStatus }) =>
        transactionStatus === 'PDNG' && signedBy?.customerId === psu.customerId,
    );
  }

  private async look(id: string, authorisation: Authorisation): Promise<Settlement> {
    try {
      return await this.settlementOf(id, authorisation);
    } catch (error) {
      this.log.warn({ err: describeError(error) }, 'cannot check whether a decision took effect');
      return { outcome: 'pending', isVisible: false };
    }
  }

  private async settlementOf(id: string, authorisation: Authorisation): Promise<Settlement> {
    switch (authorisation.is) {
      case 'finalised': {
        const generation = generationOf(id);
        const [outcome, ...seen] = await Promise.all([
          this.outcomeOf(authorisationStreamId(id), authorisation),
          this.isLive(generation, authorisation),
          this.isGranted(generation, authorisation),
        ]);
        return { outcome, isVisible: outcome !== 'pending' && seen.every((one) => one) };
      }
      case 'failed': {
        const { failure, resource } = authorisation;
        const isRefused = failure.reason === 'refused' || failure.reason === 'not-debitable';
        const moves = isRefused && resource.kind !== 'cancellation';
        const isVisible = !moves || (await this.haveMoved(authorisation, paymentIdsOf(resource)));
        return { outcome: 'conflict', isVisible };
      }
      case 'none':
      case 'void':
      case 'received':
      case 'psuIdentified':
      case 'scaMethodSelected':
        return { outcome: 'pending', isVisible: true };
    }
  }

  private async outcomeOf(stream: string, authorisation: Finalised): Promise<Outcome> {
    const { initiator, resource } = authorisation;
    const [payments, basket] = await Promise.all([
      this.bank.payments(initiator.tpp, paymentIdsOf(resource)),
      resource.kind === 'basket' ? this.bank.basket(initiator.tpp, resource.basketId) : null,
    ]);
    return outcomeOf({ stream, authorisation, payments, basket });
  }

  private async haveMoved(
    { initiator, psu }: Failed,
    paymentIds: readonly string[],
  ): Promise<boolean> {
    const views = await this.bank.payments(initiator.tpp, paymentIds);
    return views.every((view) => !waitsFor(view, psu?.customerId));
  }

  private async isGranted(
    generation: number,
    { initiator, outcome, psu }: Finalised,
  ): Promise<boolean> {
    const { at } = outcome;
    if (outcome.accounts === undefined) return true;
    const stream = accessStreamId(generation, initiator.tpp, psu.customerId, outcome);
    const { state } = await this.store.state(accessStream, stream);
    if (endsAccess(outcome)) return state.is !== 'granted';
    const last = lastDecisionOf(state);
    return last !== undefined && Date.parse(last) >= Date.parse(at);
  }

  /** A later SCA may have replaced the session already: the newer session is live, too. */
  private async isLive(generation: number, authorisation: Finalised): Promise<boolean> {
    const { initiator, outcome, psu, resource } = authorisation;
    if (isOwnBusiness(resource) || isOpenedHere(authorisation)) return true;
    // It ends an access and starts no session.
    if (endsAccess(outcome)) return true;
    const stream = sessionStreamId(generation, initiator.tpp, psu.customerId);
    const { state } = await this.store.state(sessionStream, stream);
    return state.is === 'completed' && Date.parse(state.current.at) >= Date.parse(outcome.at);
  }
}
