import type { CommandContract } from '@nordgate/contracts/commands';
import type { SessionCompleted, SessionEvent, PsuEvent } from '@nordgate/contracts/events';
import type { Timers } from '@nordgate/contracts/profile';
import { nothing } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import { minutesAfter } from './deadline.js';
import type { Session } from './session.js';
import type { Psu } from './psu.js';

/** The commands of a PSU-ID and of a session: only the site and the reactions of sca send them. */
export interface SessionCommands {
  /** The receipt is the customer's PSU-ID, no matter which request asked first. */
  readonly RecognisePsu: CommandContract<
    'psu',
    {
      readonly tpp: string;
      readonly customerId: string;
      /** A random UUID: becomes the PSU-ID if the customer is new to this TPP. */
      readonly psuId: string;
    },
    string | null
  >;
  /** `at` is when the SCA was completed. */
  readonly CompleteSession: CommandContract<'session', Omit<SessionCompleted['data'], 'endsAt'>>;
}

export type RecognisePsu = CommandOf<SessionCommands, 'RecognisePsu'>;

/** Gives a customer their PSU-ID towards a TPP; the first one stays (specification 5.11). */
export function recognisePsu({ data, meta }: RecognisePsu, psu: Psu): Decision<PsuEvent> {
  if (psu.is === 'recognised') return nothing;
  const { tpp, customerId, psuId } = data;
  return [{ type: 'PsuRecognised', data: { tpp, customerId, psuId, at: meta.at } }];
}

/** The PSU-ID, no matter which request asked first. */
export function psuReceipt(psu: Psu): string | null {
  return psu.is === 'none' ? null : psu.psuId;
}

export type CompleteSession = CommandOf<SessionCommands, 'CompleteSession'>;

/**
 * An SCA was completed: its TPP-Session-ID is live for an hour and the PSU's older one is over
 * (specification 5.13). A completion that is not later than the last one says nothing new.
 */
export function completeSession({ sessionMinutes }: Pick<Timers, 'sessionMinutes'>) {
  return ({ data }: CompleteSession, session: Session): Decision<SessionEvent> => {
    const last = session.is === 'none' ? session.forgottenAt : session.current.at;
    const isLater = last === undefined || Date.parse(data.at) > Date.parse(last);
    if (!isLater) return nothing;
    const endsAt = minutesAfter(data.at, sessionMinutes);
    return [{ type: 'SessionCompleted', data: { ...data, endsAt } }];
  };
}
