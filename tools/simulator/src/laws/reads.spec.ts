import type { ReadRecord } from '../workload/account-history.js';
import { consents, permits, sessions } from './reads.js';

const hour = 3_600_000;
const day = 24 * hour;
const givenMs = 1_000_000;
const endMs = givenMs + 180 * day;

/** A read without the PSU that is sent at a moment after the consent was given, and answered at once. */
function aRead(afterMs: number, changes: Partial<ReadRecord> = {}): ReadRecord {
  const fromMs = givenMs + afterMs;
  return {
    ...{ kind: 'balances', need: 'unattended', accountId: 'a', phase: 'valid', endMs },
    at: { fromMs, untilMs: fromMs },
    given: { fromMs: givenMs, untilMs: givenMs },
    answer: { is: 'answered', booked: '1.00' },
    ...changes,
  };
}

const at = (...times: readonly number[]) => times.map((time) => aRead(time));
const exceeded = { is: 'exceeded' } as const;
const refused = (code: string) => ({ is: 'refused', code }) as const;

describe('the law of permits', () => {
  it('holds for four reads in 24 hours, and for the fifth one after them', () => {
    expect(permits({ reads: at(0, 1, 2, 3, day) })).toEqual([]);
    expect(permits({ reads: [...at(0, 1, 2, 3), aRead(day - 1, { answer: exceeded })] })).toEqual(
      [],
    );
  });

  it('is broken by a fifth read within 24 hours', () => {
    expect(permits({ reads: at(0, 1, 2, 3, day - 1) })).toHaveLength(1);
  });

  it('counts each account and kind apart, and no read with the PSU', () => {
    const others = [aRead(4, { accountId: 'b' }), aRead(4, { kind: 'transactions' })];
    const attended = aRead(4, { need: 'attended' });
    expect(permits({ reads: [...at(0, 1, 2, 3), ...others, attended] })).toEqual([]);
  });

  it('is broken by a read that is refused while fewer than four may count', () => {
    const late = aRead(day + 2, { answer: exceeded });
    expect(permits({ reads: [...at(0, 3, 4, 5), late] })).toHaveLength(1);
    expect(permits({ reads: [...at(3, 4, 5, 6), late] })).toEqual([]);
  });

  it('lets a read without an answer count', () => {
    const unknown = aRead(0, { answer: { is: 'unknown' } });
    const late = aRead(day + 2, { answer: exceeded });
    expect(permits({ reads: [unknown, ...at(3, 4, 5), late] })).toEqual([]);
  });
});

describe('the law of consents', () => {
  it('holds for reads before the end, and refusals after it', () => {
    const before = aRead(180 * day - 1);
    const after = aRead(180 * day, { answer: refused('CONSENT_EXPIRED') });
    const ended = aRead(5, { phase: 'ended', answer: refused('CONSENT_INVALID') });
    const unsure = aRead(5, { phase: 'unsure', answer: refused('CONSENT_INVALID') });
    expect(consents({ reads: [before, after, ended, unsure] })).toEqual([]);
  });

  it.each([
    ['is answered after the acknowledged end', aRead(5, { phase: 'ended' })],
    ['is counted after the acknowledged end', aRead(5, { phase: 'ended', answer: exceeded })],
    ['is answered after the last day', aRead(180 * day)],
    [
      'is refused before the last day is over',
      aRead(180 * day - 1, { answer: refused('CONSENT_EXPIRED') }),
    ],
    ['is refused while the consent is valid', aRead(5, { answer: refused('CONSENT_UNKNOWN') })],
  ])('is broken by a read that %s', (_what, read) => {
    expect(consents({ reads: [read] })).toHaveLength(1);
  });
});

describe('the law of sessions', () => {
  const need = 'attended';
  const answer = refused('SCA_EXPIRED');

  it('holds on both sides of the hour, and for reads without the PSU', () => {
    const reads = [aRead(hour - 1, { need }), aRead(hour, { need, answer }), aRead(hour)];
    expect(sessions({ reads })).toEqual([]);
  });

  it('is broken by an answer after the hour, and by a refusal within it', () => {
    expect(sessions({ reads: [aRead(hour, { need })] })).toHaveLength(1);
    expect(sessions({ reads: [aRead(hour - 1, { need, answer })] })).toHaveLength(1);
  });
});
