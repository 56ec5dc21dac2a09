import type { Challenge } from '../../domain/authorisation.js';
import type { ApprovalContent } from './approval-content.js';

/** The challenge for what is shown, to be answered by this method. */
export function challengeOf(
  { method, nonce }: Pick<Challenge, 'method' | 'nonce'>,
  { approves, context, accounts }: Pick<ApprovalContent, 'approves' | 'context' | 'accounts'>,
): Challenge {
  const { corporateId } = context;
  return {
    method,
    ...(nonce === undefined ? {} : { nonce }),
    context: context.context,
    ...(corporateId === undefined ? {} : { corporateId }),
    approves,
    ...(accounts === undefined ? {} : { accounts: accounts.map(({ accountId }) => accountId) }),
  };
}
