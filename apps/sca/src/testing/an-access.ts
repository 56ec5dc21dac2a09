import type { AccessGranted, AccessRevoked, SessionCompleted } from '@nordgate/contracts/events';
import { accessEnd, minutesAfter } from '../session/deadline.js';
import type { GrantAccess } from '../access/grant-access.js';
import { anInitiator, command, inTime } from './an-authorisation.js';

const { tpp, tppName } = anInitiator();

/** A decision of a PSU about accounts. */
export function aDecision(change: Partial<GrantAccess['data']> = {}): GrantAccess['data'] {
  return {
    ...{ tpp, tppName, customerId: 'cus-1', psuId: 'uuid-1', context: 'PRIVATE' },
    ...{ consentId: 'consent-1', accounts: ['acc-1'], at: inTime },
    ...change,
  };
}

/** The command after such a decision. */
export function grant(change: Partial<GrantAccess['data']> = {}): GrantAccess {
  return command('GrantAccess', aDecision(change));
}

/** The event after that command. */
export function granted(change: Partial<GrantAccess['data']> = {}): AccessGranted {
  const data = aDecision(change);
  return {
    type: 'AccessGranted',
    data: { ...data, validUntil: accessEnd(data.at) },
  };
}

export function revoked(change: Partial<AccessRevoked['data']> = {}): AccessRevoked {
  const data = { by: 'psu', consentId: 'consent-1', at: inTime, ...change } as const;
  return { type: 'AccessRevoked', data };
}

/** An SCA that the same customer completed under a TPP-Session-ID. It covers an hour. */
export function completed(tppSessionId: string, at: string = inTime): SessionCompleted {
  const { customerId, psuId } = aDecision();
  const who = { tpp, customerId, psuId, context: 'PRIVATE' } as const;
  return {
    type: 'SessionCompleted',
    data: { ...who, tppSessionId, at, endsAt: minutesAfter(at, 60) },
  };
}
