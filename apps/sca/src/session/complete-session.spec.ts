import type { SessionCompleted } from '@nordgate/contracts/events';
import { defaultTimers } from '@nordgate/contracts/profile';
import { spec } from '@nordgate/decider/testing';
import { sessionStream } from './session.js';
import { command } from '../testing/an-authorisation.js';
import { completeSession } from './complete-session.js';

const { given } = spec(sessionStream, completeSession(defaultTimers));
const base = {
  tpp: 'PSDNO-FSA-1',
  customerId: 'cus-1',
  psuId: 'uuid-1',
  context: 'PRIVATE',
} as const;
const completion = (tppSessionId: string, at: string) =>
  command('CompleteSession', { ...base, tppSessionId, at });
const completed = (tppSessionId: string, at: string, endsAt: string): SessionCompleted => ({
  type: 'SessionCompleted',
  data: { ...base, tppSessionId, at, endsAt },
});

const ten = '2026-03-02T10:00:00.000Z';
const half = '2026-03-02T10:30:00.000Z';
const eleven = '2026-03-02T11:00:00.000Z';
const halfPast = '2026-03-02T11:30:00.000Z';

describe('complete a session', () => {
  it('lasts an hour from the completion, and a repeat does not prolong it', () => {
    given()
      .when(completion('one', ten))
      .then(completed('one', ten, eleven))
      .again()
      .thenNothing();
  });

  it('begins another hour with another SCA under the same id', () => {
    given(completed('one', ten, eleven))
      .when(completion('one', half))
      .then(completed('one', half, halfPast));
  });

  it('takes over for another id', () => {
    given(completed('one', ten, eleven))
      .when(completion('two', half))
      .then(completed('two', half, halfPast));
  });

  it('says nothing about a completion that came before the last one', () => {
    given(completed('two', half, halfPast))
      .when(completion('one', ten))
      .thenNothing();
  });
});
