import { ListStoppedTpps } from '@nordgate/contracts/queries';
import type { StoppedTpp } from '@nordgate/contracts/queries';
import { ServiceUnavailableError } from '@nordgate/service';
import type { QueryClient } from '@nordgate/service';
import { createLog } from '@nordgate/telemetry';
import { StopList } from './stop-list.js';

const stopped: StoppedTpp = {
  tppId: 'PSDNO-FSA-123456789',
  reason: 'a reason',
  since: '2026-11-20T10:00:00.000Z',
};

/** A list over an accounts service that answers as a test sets it; undefined for not at all. */
function aList(first: readonly StoppedTpp[] | undefined) {
  const accounts = { answer: first, asked: [] as unknown[] };
  const lines: string[] = [];
  const queries = {
    ask: (query: unknown) => {
      accounts.asked.push(query);
      return accounts.answer === undefined
        ? Promise.reject(new ServiceUnavailableError('away'))
        : Promise.resolve(accounts.answer);
    },
  } as QueryClient;
  const log = createLog({ app: 'test', destination: { write: (line) => void lines.push(line) } });
  const list = new StopList({ queries, log, now: () => new Date('2026-11-20T23:30:00Z') });
  return { accounts, lines, list };
}

describe('the gateway’s list of stopped TPPs', () => {
  it('is the answer of accounts for the day in Oslo', async () => {
    const { accounts, list } = aList([stopped]);
    await list.look();
    expect([...(list.current ?? [])]).toEqual([[stopped.tppId, stopped]]);
    expect(accounts.asked).toEqual([new ListStoppedTpps('2026-11-21')]);
  });

  it('is undefined and not healthy before the first answer', async () => {
    const { accounts, list } = aList(undefined);
    await list.look();
    expect(list.current).toBeUndefined();
    await expect(list.check()).rejects.toThrow('has not arrived yet');
    accounts.answer = [];
    await list.look();
    expect(list.current?.size).toBe(0);
    await expect(list.check()).resolves.toBeUndefined();
  });

  it('changes with stops and releases', async () => {
    const { accounts, list } = aList([]);
    await list.look();
    accounts.answer = [stopped];
    await list.look();
    expect(list.current?.has(stopped.tppId)).toBe(true);
    accounts.answer = [];
    await list.look();
    expect(list.current?.size).toBe(0);
  });

  it('stays the same and healthy while accounts is down, with one log line', async () => {
    const { accounts, lines, list } = aList([stopped]);
    await list.look();
    accounts.answer = undefined;
    await list.look();
    await list.look();
    expect(list.current?.has(stopped.tppId)).toBe(true);
    await expect(list.check()).resolves.toBeUndefined();
    expect(lines).toHaveLength(1);
  });
});
