import { fold } from '@nordgate/decider';
import type { AccessEvent, SessionEvent } from '@nordgate/contracts/events';
import { defaultTimers } from '@nordgate/contracts/profile';
import { dayInOslo, daysLater } from '@nordgate/contracts/rules';
import fc from 'fast-check';
import { completeSession } from '../session/complete-session.js';
import { accessStream } from './access.js';
import { minutesAfter } from '../session/deadline.js';
import { sessionStream } from '../session/session.js';
import { grantAccess } from './grant-access.js';
import { revokeAccess } from './grant-access.js';
import { aDecision } from '../testing/an-access.js';
import { command } from '../testing/an-authorisation.js';
import { accessAnswer } from './access-answer.js';

const complete = completeSession(defaultTimers);

/** What a TPP and a PSU do, in minutes after one another. */
type Step =
  /** An SCA is finished; `role` is that of the request that asked for it: 5.13 makes no difference. */
  | { readonly is: 'completed'; readonly id: string; readonly role: 'PSP_AI' | 'PSP_PI' }
  | { readonly is: 'aborted'; readonly id: string }
  | { readonly is: 'granted'; readonly accounts: readonly string[] }
  | { readonly is: 'revoked' }
  | { readonly is: 'asked'; readonly id: string; readonly attended: boolean };

const ids = fc.constantFrom('one', 'two', 'three');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    is: fc.constant('completed' as const),
    id: ids,
    role: fc.constantFrom('PSP_AI' as const, 'PSP_PI' as const),
  }),
  fc.record({ is: fc.constant('aborted' as const), id: ids }),
  fc.record({
    is: fc.constant('granted' as const),
    accounts: fc.subarray(['acc-1', 'acc-2']),
  }),
  fc.record({ is: fc.constant('revoked' as const) }),
  fc.record({ is: fc.constant('asked' as const), id: ids, attended: fc.boolean() }),
);
const history = fc.array(
  fc.record({ step, minutes: fc.constantFrom(1, 29, 60, 61, 90 * 1440, 180 * 1440) }),
  { maxLength: 14 },
);

const start = '2026-03-02T10:00:00.000Z';

/** The rules once more, with nothing but what they speak of: minutes, one session, one grant. */
class Model {
  private session: { readonly id: string; readonly at: number } | undefined;
  private grant: { readonly accounts: readonly string[]; readonly at: number } | undefined;

  do(one: Step, at: number): void {
    if (one.is === 'completed') this.session = { id: one.id, at };
    if (one.is === 'revoked') this.grant = undefined;
    if (one.is === 'granted') {
      this.grant = one.accounts.length === 0 ? undefined : { accounts: one.accounts, at };
    }
  }

  allows({ id, attended }: Step & { readonly is: 'asked' }, at: number): readonly string[] {
    const { grant, session } = this;
    if (grant === undefined || dayOf(at) > daysLater(dayOf(grant.at), 180)) return [];
    if (session?.id !== id || (attended && at - session.at >= 60)) return [];
    return grant.accounts;
  }
}

/** The day in Oslo so many minutes after the start. */
const dayOf = (minute: number) => dayInOslo(new Date(minutesAfter(start, minute)));

/** The bank's own deciders, fed with the same steps. */
class Bank {
  private readonly sessions: SessionEvent[] = [];
  private readonly accesses: AccessEvent[] = [];

  do(one: Step, at: string): void {
    const { tpp, customerId, psuId, context } = aDecision();
    const access = fold(accessStream, this.accesses);
    if (one.is === 'completed') {
      const data = { tpp, customerId, psuId, context, tppSessionId: one.id, at };
      const session = fold(sessionStream, this.sessions);
      keep(this.sessions, complete(command('CompleteSession', data, at), session));
    }
    if (one.is === 'granted') {
      const data = aDecision({ accounts: one.accounts, consentId: `consent-${at}`, at });
      keep(this.accesses, grantAccess(command('GrantAccess', data, at), access));
    }
    if (one.is === 'revoked' && access.is !== 'none') {
      keep(this.accesses, revokeAccess(command('RevokeAccess', { by: 'psu' }, at), access));
    }
  }

  allows({ id, attended }: Step & { readonly is: 'asked' }, now: string): readonly string[] {
    const facts = {
      customerId: 'cus-1',
      session: fold(sessionStream, this.sessions),
      access: fold(accessStream, this.accesses),
    };
    const need = attended ? 'attended' : 'unattended';
    const answer = accessAnswer(facts, { tppSessionId: id, need, now });
    return answer.access === 'allowed' ? answer.accounts : [];
  }
}

function keep<Event>(events: Event[], decided: unknown): void {
  if (!Array.isArray(decided)) throw new Error(`refused: ${JSON.stringify(decided)}`);
  events.push(...(decided as Event[]));
}

describe('access over any history of sessions and grants', () => {
  it('is what the rules of 5.10, 5.13 and section 8 say, whichever role asked for the SCA', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const [bank, model] = [new Bank(), new Model()];
        let minute = 0;
        for (const { step: one, minutes } of steps) {
          minute += minutes;
          const at = minutesAfter(start, minute);
          if (one.is === 'asked') expect(bank.allows(one, at)).toEqual(model.allows(one, minute));
          bank.do(one, at);
          model.do(one, minute);
        }
      }),
      { numRuns: 500 },
    );
  });
});
