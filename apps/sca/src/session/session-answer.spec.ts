import type { SessionAnswer } from '@nordgate/contracts/queries';
import type { SessionEvent } from '@nordgate/contracts/events';
import { fold } from '@nordgate/decider';
import { sessionStream, sessionAnswer } from './session.js';

const clock = (time: string) => `2026-03-02T${time}.000Z`;

/** An SCA completed under a TPP-Session-ID; it ends an hour later. */
function completed(
  tppSessionId: string,
  hour: number,
  change: Partial<SessionEvent['data']> = {},
): SessionEvent {
  const at = clock(`${String(hour)}:00:00`);
  const endsAt = clock(`${String(hour + 1)}:00:00`);
  const who = { tpp: 'PSDNO-FSA-1', customerId: 'cus-1', psuId: 'uuid-1' };
  const data = { ...who, tppSessionId, context: 'PRIVATE', at, endsAt, ...change } as const;
  return { type: 'SessionCompleted', data };
}

interface Row {
  readonly sentence: string;
  readonly history: readonly SessionEvent[];
  readonly asked: string;
  readonly at: string;
  readonly answer: SessionAnswer['session'];
}

// Specification 5.13, sentence by sentence.
const rows: readonly Row[] = [
  {
    sentence: 'an SCA within a session lasts up to one hour: at once',
    history: [completed('one', 10)],
    asked: 'one',
    at: clock('10:00:00'),
    answer: 'live',
  },
  {
    sentence: 'during that hour no new SCA is prompted: to its last second',
    history: [completed('one', 10)],
    asked: 'one',
    at: clock('10:59:59'),
    answer: 'live',
  },
  {
    sentence: 'after expiry SCA is needed again: from the hour on',
    history: [completed('one', 10)],
    asked: 'one',
    at: clock('11:00:00'),
    answer: 'expired',
  },
  {
    sentence: 'after expiry SCA is needed again: and it makes the session live again',
    history: [completed('one', 10), completed('one', 12)],
    asked: 'one',
    at: clock('12:30:00'),
    answer: 'live',
  },
  {
    sentence: 'starting a new id before the old one expires requires a new SCA',
    history: [completed('one', 10)],
    asked: 'two',
    at: clock('10:30:00'),
    answer: 'none',
  },
  {
    sentence: 'if completed, the new id is live',
    history: [completed('one', 10), completed('two', 10)],
    asked: 'two',
    at: clock('10:30:00'),
    answer: 'live',
  },
  {
    sentence: 'if completed, the old id becomes invalid, its hour notwithstanding',
    history: [completed('one', 10), completed('two', 10)],
    asked: 'one',
    at: clock('10:30:00'),
    answer: 'expired',
  },
  {
    sentence: 'if aborted, the old id stays valid: nothing was completed',
    history: [completed('one', 10)],
    asked: 'one',
    at: clock('10:30:00'),
    answer: 'live',
  },
  {
    sentence: 'an invalid id can be completed anew',
    history: [completed('one', 10), completed('two', 10), completed('one', 11)],
    asked: 'one',
    at: clock('11:30:00'),
    answer: 'live',
  },
  {
    sentence: 'without any SCA there is no session',
    history: [],
    asked: 'one',
    at: clock('10:30:00'),
    answer: 'none',
  },
];

describe('a session (specification 5.13)', () => {
  it.each(rows)('$sentence', ({ history, asked, at, answer }) => {
    expect(sessionAnswer(fold(sessionStream, history), asked, at).session).toBe(answer);
  });

  it('is valid per TPP and PSU across roles: a session knows no role, but context and end', () => {
    const corporate = { context: 'CORPORATE', corporateId: 'agr-1' } as const;
    const session = fold(sessionStream, [completed('one', 10, corporate)]);
    expect(sessionAnswer(session, 'one', clock('10:30:00'))).toEqual({
      session: 'live',
      psuId: 'uuid-1',
      ...corporate,
      endsAt: clock('11:00:00'),
    });
  });

  it('belongs to the PSU, whatever the context: another context under the same id ends nothing', () => {
    const history = [completed('one', 10), completed('one', 10, { context: 'CORPORATE' })];
    const answer = sessionAnswer(fold(sessionStream, history), 'one', clock('10:30:00'));
    expect(answer).toMatchObject({ session: 'live', context: 'CORPORATE' });
  });

  it('remembers a bounded number of ended ids', () => {
    const history = Array.from({ length: 80 }, (_, i) => completed(`id-${String(i)}`, 10));
    const session = fold(sessionStream, history);
    expect(session).toMatchObject({ is: 'completed', current: { tppSessionId: 'id-79' } });
    expect(session.is === 'completed' && session.replaced).toHaveLength(50);
    expect(sessionAnswer(session, 'id-78', clock('10:30:00')).session).toBe('expired');
  });
});
