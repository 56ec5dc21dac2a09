import type { AccessEvent, SessionEvent } from '@nordgate/contracts/events';
import type { AccessNeed } from '@nordgate/contracts/queries';
import { fold } from '@nordgate/decider';
import { accessStream } from './access.js';
import { sessionStream } from '../session/session.js';
import { completed, granted, revoked } from '../testing/an-access.js';
import { accessAnswer } from './access-answer.js';

const day = (date: string, time = '10:00:00') => `2026-${date}T${time}.000Z`;

const consent = [granted({ at: day('03-02') })];
const session = [completed('one', day('03-02'))];

interface Row {
  readonly sentence: string;
  readonly access?: readonly AccessEvent[];
  readonly sessions?: readonly SessionEvent[];
  readonly asked?: string;
  readonly need?: AccessNeed | 'funds';
  readonly now: string;
  readonly answer: string;
}

// The first words of each row say which sentence of the specification it holds.
const rows: readonly Row[] = [
  {
    sentence: '5.10 consent is gathered during SCA: it serves at once',
    now: day('03-02', '10:00:01'),
    answer: 'allowed',
  },
  {
    sentence: '5.10 the PSU can revoke consent at any time: the next request is refused',
    access: [...consent, revoked({ at: day('03-02', '10:05:00') })],
    now: day('03-02', '10:05:01'),
    answer: 'CONSENT_INVALID',
  },
  {
    sentence: '4.4 without consent: 401 with a scaRedirect link',
    access: [],
    now: day('03-02', '10:00:01'),
    answer: 'CONSENT_UNKNOWN',
  },
  {
    sentence: '8 SCA renewal of account access: the last moment of 180 days',
    sessions: [completed('one', day('08-29', '21:30:00'))],
    now: day('08-29', '21:59:59'),
    answer: 'allowed',
  },
  {
    sentence: '8 SCA renewal of account access: after 180 days, a live session notwithstanding',
    sessions: [completed('one', day('08-29', '21:30:00'))],
    now: day('08-29', '22:00:00'),
    answer: 'CONSENT_EXPIRED',
  },
  {
    sentence: '5.13 an SCA within a session lasts up to 1 hour',
    now: day('03-02', '10:59:59'),
    answer: 'allowed',
  },
  {
    sentence: '5.13 after expiry SCA is needed again',
    now: day('03-02', '11:00:00'),
    answer: 'SCA_EXPIRED',
  },
  {
    sentence: '5.13 starting a new TPP-Session-ID before the old one expires requires new SCA',
    asked: 'two',
    now: day('03-02', '10:30:00'),
    answer: 'SCA_NOT_FOUND',
  },
  {
    sentence: '5.13 if completed, the old id becomes invalid',
    sessions: [...session, completed('two', day('03-02', '10:20:00'))],
    now: day('03-02', '10:30:00'),
    answer: 'SCA_EXPIRED',
  },
  {
    sentence: '5.13 if aborted, the old id stays valid: nothing was completed',
    now: day('03-02', '10:30:00'),
    answer: 'allowed',
  },
  {
    sentence: '8 access without the PSU present: the hour of the last session does not matter',
    need: 'unattended',
    now: day('06-02'),
    answer: 'allowed',
  },
  {
    sentence: '8 access without the PSU present: a session that was replaced does not serve',
    sessions: [...session, completed('two', day('03-02', '10:20:00'))],
    need: 'unattended',
    now: day('06-02'),
    answer: 'SCA_EXPIRED',
  },
  {
    sentence: '8 access without the PSU present: an id that was never completed does not serve',
    asked: 'guessed',
    need: 'unattended',
    now: day('06-02'),
    answer: 'SCA_NOT_FOUND',
  },
  {
    sentence: '8 access without the PSU present: not after 180 days',
    need: 'unattended',
    now: day('08-29', '22:00:00'),
    answer: 'CONSENT_EXPIRED',
  },
];

function ask(row: Omit<Row, 'sentence' | 'answer'>) {
  const facts = {
    customerId: 'cus-1',
    session: fold(sessionStream, row.sessions ?? session),
    access: fold(accessStream, row.access ?? consent),
  };
  const { asked: tppSessionId = 'one', need = 'attended', now } = row;
  return accessAnswer(facts, { tppSessionId, need, now });
}

describe('access to accounts', () => {
  it.each(rows)('$sentence', ({ answer, ...row }) => {
    const seen = ask(row);
    expect(seen.access === 'refused' ? seen.code : seen.access).toBe(answer);
  });

  /** The answer to each need; the hour of the session is live. */
  const answers: { readonly [Need in AccessNeed | 'funds']: string } = {
    attended: 'CONSENT_UNKNOWN',
    recent: 'CONSENT_UNKNOWN',
    unattended: 'CONSENT_UNKNOWN',
    funds: 'allowed',
  };

  it.each(Object.entries(answers))(
    'that was asked for without PSP_AI serves questions about funds only: %s is %s',
    (need, answer) => {
      const access = [granted({ at: day('03-02'), scope: 'funds' })];
      const now = day('03-02', '10:30:00');
      const seen = ask({ access, need: need as AccessNeed | 'funds', now });
      expect(seen.access === 'refused' ? seen.code : seen.access).toBe(answer);
      // A later grant of a TPP with the role serves reads, too.
      const both = [...access, granted({ at: day('03-02', '10:01:00') })];
      expect(ask({ access: both, need: need as AccessNeed | 'funds', now }).access).toBe('allowed');
    },
  );

  it('names the accounts of the last grant only', () => {
    const fewer = granted({ accounts: ['acc-2'], at: day('03-02', '10:01:00') });
    const answer = ask({ access: [...consent, fewer], now: day('03-02', '10:30:00') });
    expect(answer).toEqual({ access: 'allowed', customerId: 'cus-1', accounts: ['acc-2'] });
  });
});
