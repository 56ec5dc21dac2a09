import { beginningsOf, fold } from '@nordgate/decider';
import type { DomainEvent } from '@nordgate/decider';
import { spec } from '@nordgate/decider/testing';
import fc from 'fast-check';
import { accessStream } from '../access/access.js';
import { grantAccess, revokeAccess } from '../access/grant-access.js';
import { passkeysStream } from '../passkeys/passkeys.js';
import { completeSession } from '../session/complete-session.js';
import { sessionStream } from '../session/session.js';
import { enrolled, removed, used } from '../testing/a-passkey.js';
import { completed, grant, granted, revoked } from '../testing/an-access.js';
import { command } from '../testing/an-authorisation.js';
import { writtenEvents } from '../testing/written-events.js';
import { carryAccess, carryPasskeys, carrySession } from './carry-forward.js';

const at = '2026-05-01T00:30:00.000Z';
const { AccessForgotten, PasskeysForgotten, SessionForgotten } = writtenEvents;

const access = spec(accessStream, carryAccess);
const carriedAccess = command('CarryAccess', {}, at);
const passkeys = spec(passkeysStream, carryPasskeys);
const carriedPasskeys = command('CarryPasskeys', {}, at);
const session = spec(sessionStream, carrySession);
const carriedSession = command('CarrySession', {}, at);

describe('what is carried forward', () => {
  it('is the grant with the consents that were over before it', () => {
    const second = granted({ consentId: 'consent-2', accounts: ['acc-2'] });
    access
      .given(granted(), second)
      .when(carriedAccess)
      .then({
        type: 'AccessCarriedForward',
        data: {
          ...second.data,
          ended: [{ consentId: 'consent-1', by: 'replaced' }],
          carriedAt: at,
        },
      });
  });

  it('is nothing where nothing is known, or everything was forgotten', () => {
    access.given().when(carriedAccess).thenNothing();
    access.given(granted(), revoked(), AccessForgotten).when(carriedAccess).thenNothing();
    passkeys.given().when(carriedPasskeys).thenNothing();
    passkeys.given(enrolled(), PasskeysForgotten).when(carriedPasskeys).thenNothing();
    session.given().when(carriedSession).thenNothing();
    session.given(completed('one'), SessionForgotten).when(carriedSession).thenNothing();
  });
});

describe('a repeat of what lies before a state', () => {
  it('changes nothing: the state has it', () => {
    const over = fold(accessStream, [granted(), revoked()]);
    const accessState = carryAccess(carriedAccess, over);
    spec(accessStream, grantAccess)
      .given(...(accessState as []))
      .when(grant())
      .thenNothing();
    spec(accessStream, revokeAccess)
      .given(...(accessState as []))
      .when(command('RevokeAccess', { by: 'tpp', consentId: 'consent-1' } as const))
      .thenNothing();
    const { tpp, customerId, psuId, context, tppSessionId, at: first } = completed('one').data;
    const data = { tpp, customerId, psuId, context, tppSessionId, at: first };
    const events = [completed('one'), completed('two', at)];
    const sessionState = carrySession(carriedSession, fold(sessionStream, events));
    spec(sessionStream, completeSession({ sessionMinutes: 60 }))
      .given(...(sessionState as []))
      .when(command('CompleteSession', data))
      .thenNothing();
  });
});

const number = fc.nat({ max: 5 }).map(String);
const later = fc.integer({ min: 0, max: 3_000_000 }).map((n) => new Date(1.77e12 + n * 1000));

/** Histories of each category: the events that its deciders may write. */
const histories = {
  access: fc
    .array(fc.oneof(number, fc.constant('revoke' as const)), { maxLength: 60 })
    .map((steps) => {
      let isGranted = false;
      return steps.flatMap((step): DomainEvent[] => {
        const wasGranted = isGranted;
        isGranted = step !== 'revoke';
        if (step !== 'revoke') return [granted({ consentId: step })];
        return wasGranted ? [revoked()] : [];
      });
    }),
  passkeys: fc.array(fc.tuple(fc.constantFrom('enrol', 'use', 'remove'), number)).map((steps) => [
    enrolled(),
    ...steps.map(([step, id]): DomainEvent => {
      const credentialId = `cred-${id}`;
      if (step === 'enrol') return enrolled({ credentialId, authorisationId: `aut-${id}` });
      return step === 'use' ? used({ credentialId }) : removed(credentialId);
    }),
  ]),
  session: fc
    .array(fc.tuple(number, later), { maxLength: 60 })
    .map((steps) => steps.map(([id, when]) => completed(id, when.toISOString()))),
};

describe('the fold of a stream that was carried forward', () => {
  it.each([
    ['access', accessStream, carryAccess, carriedAccess],
    ['passkeys', passkeysStream, carryPasskeys, carriedPasskeys],
    ['session', sessionStream, carrySession, carriedSession],
  ] as const)('is the same without what was before: %s', (name, type, carry, told) => {
    const of = type as never;
    fc.assert(
      fc.property(histories[name], histories[name], (before, after) => {
        const state = fold<unknown, DomainEvent>(of, before);
        const [event] = (carry as never as (...args: unknown[]) => DomainEvent[])(told, state);
        if (event === undefined) return;
        expect(beginningsOf(type)).toContain(event.type);
        expect(fold<unknown, DomainEvent>(of, [event])).toEqual(state);
        expect(fold(of, [event, ...after] as never)).toEqual(
          fold(of, [...before, ...after] as never),
        );
      }),
    );
  });
});
