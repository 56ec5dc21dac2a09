import { fold } from '@nordgate/decider';
import { enrolled, removed, used } from './a-passkey.js';
import { inTime, openedAt } from './an-authorisation.js';
import { granted, revoked } from './an-access.js';
import { accessStream, lastDecisionOf } from '../access/access.js';
import type { GrantedAccess, RevokedAccess } from '../access/access.js';
import { isSpent, passkeysStream } from '../passkeys/passkeys.js';
import { sessionStream } from '../session/session.js';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index));

describe('an access', () => {
  const after = (...events: Parameters<typeof accessStream.evolve>[1][]) =>
    fold(accessStream, events);

  it('remembers a replaced consent and a revoked consent, the newest first', () => {
    const events = [granted(), granted({ consentId: 'consent-2' })];
    const ended = [{ consentId: 'consent-1', by: 'replaced' }];
    expect(after(...events)).toMatchObject({ is: 'granted', consentId: 'consent-2', ended });
    const end = revoked({ consentId: 'consent-2', by: 'tpp' });
    expect(after(...events, end)).toMatchObject({
      ...{ is: 'revoked', revokedAt: inTime },
      ended: [{ consentId: 'consent-2', by: 'tpp' }, ...ended],
    });
  });

  it('does not count a revoked consent as replaced', () => {
    const state = after(granted(), revoked(), granted({ consentId: 'consent-2' }));
    expect(state).toMatchObject({ ended: [{ consentId: 'consent-1', by: 'psu' }] });
  });

  it('remembers fifty ended consents', () => {
    const events = numbers(52).map((id) => granted({ consentId: id }));
    expect(after(...events)).toHaveProperty('ended.length', 50);
    expect(after(...events, revoked({ consentId: '51' }))).toHaveProperty('ended.length', 50);
  });

  it('was last decided when it was granted, or when the PSU revoked it', () => {
    const end = { at: '2026-03-03T10:00:00.000Z' };
    const decisions = [
      after(granted()),
      after(granted(), revoked(end)),
      after(granted(), revoked({ ...end, by: 'tpp' })),
    ] as (GrantedAccess | RevokedAccess)[];
    expect(decisions.map(lastDecisionOf)).toEqual([inTime, end.at, inTime]);
  });

  it('cannot be revoked before it is granted', () => {
    expect(() => after(revoked())).toThrow('access that is none was revoked');
  });
});

describe('the passkeys of a customer', () => {
  const after = (...events: Parameters<typeof passkeysStream.evolve>[1][]) =>
    fold(passkeysStream, events);
  const second = enrolled({ credentialId: 'cred-2', authorisationId: 'aut-2' });

  it('change by a use in the used passkey only', () => {
    const state = after(enrolled(), second, used());
    expect(state).toMatchObject({
      passkeys: [
        { credentialId: 'cred-1', counter: 2, lastUse: { at: inTime, proof: 'proof-1' } },
        { credentialId: 'cred-2', counter: 1, enrolledAt: openedAt },
      ],
    });
    expect(state).not.toHaveProperty('passkeys.1.lastUse');
  });

  it('lose the removed passkey only', () => {
    const state = after(enrolled(), second, removed());
    expect(state).toMatchObject({ passkeys: [{ credentialId: 'cred-2' }] });
    expect(isSpent(state, 'aut-1')).toBe(true);
  });

  it('remember fifty authorisations that have added one', () => {
    const ids = numbers(51);
    const state = after(
      ...ids.map((id) => enrolled({ credentialId: id, authorisationId: `aut-${id}` })),
    );
    expect(isSpent(state, 'aut-50')).toBe(true);
    expect(isSpent(state, 'aut-1')).toBe(true);
    expect(isSpent(state, 'aut-0')).toBe(false);
  });

  it('cannot be used before the first is enrolled', () => {
    expect(() => after(used())).toThrow('the customer never had a passkey');
  });
});

describe('the sessions of a PSU with a TPP', () => {
  const completed = (tppSessionId: string, context: 'PRIVATE' | 'CORPORATE' = 'PRIVATE') => ({
    type: 'SessionCompleted' as const,
    data: {
      ...{ tpp: 'PSDNO-FSA-1', customerId: 'cus-1', psuId: 'uuid-1', tppSessionId, context },
      ...{ at: openedAt, endsAt: inTime },
    },
  });
  const after = (...events: Parameters<typeof sessionStream.evolve>[1][]) =>
    fold(sessionStream, events);

  it('keep every context of the PSU and the replaced ids, the newest first', () => {
    const state = after(completed('one'), completed('two', 'CORPORATE'), completed('three'));
    expect(state).toMatchObject({
      current: { tppSessionId: 'three' },
      replaced: ['two', 'one'],
      contexts: ['PRIVATE', 'CORPORATE'],
    });
  });

  it('do not count an id as replaced that the PSU completes again', () => {
    const state = after(completed('one'), completed('two'), completed('one'));
    expect(state).toMatchObject({ current: { tppSessionId: 'one' }, replaced: ['two'] });
  });

  it('remember fifty replaced ids', () => {
    expect(after(...numbers(52).map((id) => completed(id)))).toHaveProperty('replaced.length', 50);
  });
});
