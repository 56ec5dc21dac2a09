import type { SessionAnswer } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import { isOver } from './deadline.js';
import type { Session } from './session.js';

/**
 * Whether a TPP-Session-ID is live (specification 5.13). One whose hour is over and one that
 * another has replaced need the PSU again; one that was never completed is none.
 */
export function sessionAnswer(session: Session, tppSessionId: string, now: string): SessionAnswer {
  if (session.is === 'none') return { session: 'none' };
  const { current, replaced } = session;
  if (current.tppSessionId !== tppSessionId) {
    return { session: replaced.includes(tppSessionId) ? 'expired' : 'none' };
  }
  const { psuId, context, corporateId, endsAt } = current;
  if (isOver(endsAt, now)) return { session: 'expired' };
  return defined({ session: 'live' as const, psuId, context, corporateId, endsAt });
}
