import type { Challenge } from '../../domain/authorisation.js';
import type { ApprovalContent } from './approval-content.js';

/** The challenge for what is shown. */
export function challengeOf(
  method: Challenge['method'],
  { approves, context, accounts }: Pick<ApprovalContent, 'approves' | 'context' | 'accounts'>,
): Challenge {
  const { corporateId } = context;
  return {
    method,
    context: context.context,
    ...(corporateId === undefined ? {} : { corporateId }),
    approves,
    ...(accounts === undefined ? {} : { accounts: accounts.map(({ accountId }) => accountId) }),
  };
}
