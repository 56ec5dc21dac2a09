import type {
  PsuContext,
  SessionCarriedForward,
  SessionCompleted,
  SessionEvent,
} from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { streamType, defined, unreachable } from '@nordgate/decider';
import type { SessionAnswer } from '@nordgate/contracts/queries';
import { isOver } from './deadline.js';

/** The TPP-Session-IDs of a PSU towards a TPP, whatever the context (specification 5.13). */
export type Session = NoSession | CompletedSession;

export interface NoSession {
  readonly is: 'none';
  /** When the bank erased the sessions, ISO 8601. */
  readonly forgottenAt?: string;
}

export interface CompletedSession {
  readonly is: 'completed';
  /** The last completed SCA: its TPP-Session-ID is the only one that can be live. */
  readonly current: SessionCompleted['data'];
  /** Earlier TPP-Session-IDs, ended by completing another; the newest first. */
  readonly replaced: readonly string[];
  /** Every context in which the PSU has completed an SCA, the first one first. */
  readonly contexts: readonly PsuContext[];
}

/** So many ended ids are remembered; an older one reads as one that never was. */
const replacedMax = 50;

function evolve(session: Session, event: SessionEvent): Session {
  switch (event.type) {
    case 'SessionCompleted':
      return withCompleted(session, event.data);
    case 'SessionForgotten':
      return { is: 'none', forgottenAt: event.data.at };
    case 'SessionCarriedForward':
      return carriedOver(event.data);
    default:
      return unreachable(event);
  }
}

function carriedOver({
  carriedAt: _carriedAt,
  replaced,
  contexts,
  ...current
}: SessionCarriedForward['data']): CompletedSession {
  return { is: 'completed', current, replaced, contexts };
}

function withCompleted(session: Session, current: SessionCompleted['data']): CompletedSession {
  const { context } = current;
  if (session.is === 'none') return { is: 'completed', current, replaced: [], contexts: [context] };
  const contexts = [...new Set([...session.contexts, context])];
  const known = [session.current.tppSessionId, ...session.replaced];
  const replaced = [...new Set(known)].filter((id) => id !== current.tppSessionId);
  return { is: 'completed', current, replaced: replaced.slice(0, replacedMax), contexts };
}

/** Streams `session-<tpp>-<customer>`, after a reset of the sandbox with its generation. */
export const sessionStream = streamType<Session, SessionEvent, 'session'>({
  name: streams.session.category,
  stateVersion: 2,
  initial: { is: 'none' },
  evolve,
  events: {
    SessionCompleted: { version: 1 },
    SessionForgotten: { version: 1 },
    SessionCarriedForward: { version: 1 },
  },
  forgottenBy: 'SessionForgotten',
  carriedForwardBy: 'SessionCarriedForward',
});

/** The stream of a customer's sessions with a TPP in a generation. */
export const sessionStreamId = streams.session.id;

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
