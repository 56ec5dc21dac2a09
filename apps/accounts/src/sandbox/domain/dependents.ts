import type { Engagement } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { decisionOn } from '@nordgate/decider';
import type { FoundStreams, StreamDecision } from '@nordgate/decider';
import { accountStream } from '../../domain/account.js';
import { agreementStream } from '../../domain/agreement.js';
import { cardAccountStream } from '../../domain/card-account.js';
import { returnTo } from './counted-quota.js';

/**
 * Finds the streams that depend on a customer or an account, by its id: the open accounts of a customer,
 * the agreements that a customer signed or that have an engagement of the customer or for the account, and the
 * quotas of the agreements that the customer signed.
 */
export type FindDependents = (id: string) => Promise<readonly string[]>;

/** What ends together with a customer or an account. */
export interface Ended {
  /** The customer or the account. */
  readonly id: string;
  readonly at: string;
}

/** The decisions on the dependents among the found streams: accounts close, agreements and engagements end. */
export function endDependents(ended: Ended, found: FoundStreams): readonly StreamDecision[] {
  return found.ids.flatMap((stream) => {
    if (streams.account.has(stream)) return closeAccount(stream, ended, found);
    if (streams.cardAccount.has(stream)) return closeCardAccount(stream, ended, found);
    return streams.agreement.has(stream) ? leaveAgreement(stream, ended, found) : [];
  });
}

function closeAccount(
  stream: string,
  { id, at }: Ended,
  found: FoundStreams,
): readonly StreamDecision[] {
  const account = found.stateOf(accountStream, stream);
  if (account.is !== 'open' || account.ownerId !== id) return [];
  return [decisionOn(accountStream, stream, [{ type: 'AccountClosed', data: { at } }])];
}

function closeCardAccount(
  stream: string,
  { id, at }: Ended,
  found: FoundStreams,
): readonly StreamDecision[] {
  const account = found.stateOf(cardAccountStream, stream);
  if (account.is !== 'open' || account.ownerId !== id) return [];
  return [decisionOn(cardAccountStream, stream, [{ type: 'CardAccountClosed', data: { at } }])];
}

function leaveAgreement(
  stream: string,
  { id, at }: Ended,
  found: FoundStreams,
): readonly StreamDecision[] {
  const agreement = found.stateOf(agreementStream, stream);
  if (agreement.is !== 'signed') return [];
  if (agreement.ownerId === id) {
    return [
      decisionOn(agreementStream, stream, [{ type: 'AgreementEnded', data: { at } }]),
      ...returnTo(agreement.countedIn, { by: stream, at }),
    ];
  }
  const engagementIds = agreement.engagements
    .filter((one) => isOf(one, id))
    .map(({ engagementId }) => engagementId);
  if (engagementIds.length === 0) return [];
  const ended = { type: 'EngagementsEnded', data: { engagementIds, at } } as const;
  return [decisionOn(agreementStream, stream, [ended])];
}

function isOf({ customerId, accountId }: Engagement, id: string): boolean {
  return customerId === id || accountId === id;
}
