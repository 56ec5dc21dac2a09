import type { Challenge } from '../../domain/authorisation.js';
import type { ApprovalContent } from './approval-content.js';

/** The challenge for what is shown. */
export function challengeOf(
  method: Challenge['method'],
  { approves, context: { context, corporateId } }: Pick<ApprovalContent, 'approves' | 'context'>,
): Challenge {
  return { method, context, ...(corporateId === undefined ? {} : { corporateId }), approves };
}
