import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acknowledgedUntil, idOf, outcomeOf, readHistory } from './history.js';
import type { Entry } from './history.js';
import { HistoryFile } from './history-file.js';

const wish = { for: 'payment', amount: '1.25', path: '/v1/payments/any' } as const;
const asked: Entry = { is: 'asked', request: 'r-1', wish };
const acknowledged: Entry = { is: 'acknowledged', request: 'r-1', id: 'p-1', status: 'RCVD' };
const unknown: Entry = { is: 'unknown', request: 'r-1', reason: 'ECONNRESET' };
const refused: Entry = { is: 'refused', request: 'r-1', status: 409, codes: ['CONFLICT'] };

const textOf = (...entries: Entry[]) => entries.map((one) => `${JSON.stringify(one)}\n`).join('');
const outcomesOf = (text: string) => readHistory(text).requests.map(outcomeOf);

describe('the history of the requests', () => {
  it('has the outcome unknown for a request without an answer', () => {
    expect(outcomesOf(textOf(asked))).toEqual(['unknown']);
    expect(outcomesOf(textOf(asked, unknown))).toEqual(['unknown']);
  });

  it('counts a request as acknowledged despite missing answers and a later refusal', () => {
    const text = textOf(asked, unknown, unknown, acknowledged, refused);
    expect(outcomesOf(text)).toEqual(['acknowledged']);
    expect(readHistory(text).requests.map(idOf)).toEqual(['p-1']);
    expect(readHistory(text).requests[0]).toMatchObject({
      unknown: [{ reason: 'ECONNRESET' }, {}],
    });
  });

  it('distinguishes a refusal from a missing answer', () => {
    expect(outcomesOf(textOf(asked, unknown, refused))).toEqual(['refused']);
  });

  it('keeps every answer, even contradicting ones', () => {
    const other: Entry = { ...acknowledged, id: 'p-2' };
    const [request] = readHistory(textOf(asked, acknowledged, other)).requests;
    expect(request?.acknowledged.map(({ id }) => id)).toEqual(['p-1', 'p-2']);
  });

  it('counts an act of a PSU as done only when the site confirmed it', () => {
    const acting: Entry = { is: 'acting', request: 'r-1', act: 'approve' };
    const acted: Entry = { ...acting, is: 'acted' };
    expect(readHistory(textOf(asked, acting)).requests[0]?.act).toEqual({
      act: 'approve',
      done: false,
    });
    expect(readHistory(textOf(asked, acting, acted)).requests[0]?.act?.done).toBe(true);
  });

  it('has each run of the batch once, and no request of it', () => {
    const running: Entry = { is: 'running', runId: '2030-03-01-now-1' };
    const { requests, runs } = readHistory(textOf(running, asked, running));
    expect(runs).toEqual(['2030-03-01-now-1']);
    expect(requests).toHaveLength(1);
  });

  it('skips a last line that a crash has torn', () => {
    const text = `${textOf(asked)}{"is":"acknow`;
    expect(outcomesOf(text)).toEqual(['unknown']);
  });

  it('rejects an unreadable line in the middle, and an answer without a request', () => {
    expect(() => readHistory(`{"is":"as\n${textOf(asked)}`)).toThrow(SyntaxError);
    expect(() => readHistory(textOf(acknowledged))).toThrow('never asked');
    expect(() => readHistory(textOf(asked, asked))).toThrow('twice');
  });
});

describe('the history file', () => {
  it('has all noted entries in their order, also after it is reopened', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nordgate-history-'));
    const path = join(folder, 'history.jsonl');
    const first = await HistoryFile.open(path);
    await Promise.all([first.note(asked), first.note(unknown)]);
    // What is noted can be read without closing the file: a crash takes nothing of it.
    expect(await readFile(path, 'utf8')).toBe(textOf(asked, unknown));
    await first.close();
    const second = await HistoryFile.open(path);
    await second.note(acknowledged);
    await second.close();
    expect(outcomesOf(await readFile(path, 'utf8'))).toEqual(['acknowledged']);
    await rm(folder, { recursive: true });
  });
});

describe('a history until a moment', () => {
  const late: Entry = { ...acknowledged, request: 'r-2', id: 'p-2' };
  const before = textOf(asked, { ...asked, request: 'r-2' }, acknowledged);
  const after = textOf(
    late,
    { is: 'acting', request: 'r-1', act: 'approve' },
    { is: 'acted', request: 'r-1', act: 'approve' },
    { is: 'running', runId: 'a-run' },
    { ...asked, request: 'r-3' },
  );

  it.each([
    ['between two lines', before.length],
    ['inside a line', before.length + 5],
  ])('keeps the answers before it and forgets those after it: %s', (_where, length) => {
    const { requests, runs } = readHistory(acknowledgedUntil(before + after, length));
    expect(requests.map(outcomeOf)).toEqual(['acknowledged', 'unknown', 'unknown']);
    expect(requests[0]?.act).toEqual({ act: 'approve', done: false });
    expect(runs).toEqual([]);
  });
});
