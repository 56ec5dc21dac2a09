import type { PasskeyEnrolled, PasskeyRemoved, PasskeyUsed } from '@nordgate/contracts/events';
import { inTime, openedAt } from './an-authorisation.js';

/** Events of one customer's passkeys, each with valid data. */
export function enrolled(change: Partial<PasskeyEnrolled['data']> = {}): PasskeyEnrolled {
  return {
    type: 'PasskeyEnrolled',
    data: {
      customerId: 'cus-1',
      credentialId: 'cred-1',
      publicKey: 'pQECAyYgASFYIA',
      counter: 1,
      transports: ['internal'],
      name: 'My phone',
      authorisationId: 'aut-1',
      at: openedAt,
      ...change,
    },
  };
}

export function used(change: Partial<PasskeyUsed['data']> = {}): PasskeyUsed {
  return {
    type: 'PasskeyUsed',
    data: {
      credentialId: 'cred-1',
      counter: 2,
      proof: 'proof-1',
      authorisationId: 'aut-2',
      at: inTime,
      ...change,
    },
  };
}

export function removed(credentialId = 'cred-1'): PasskeyRemoved {
  return { type: 'PasskeyRemoved', data: { credentialId, at: inTime } };
}
