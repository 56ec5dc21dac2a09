import { setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';
import pg from 'pg';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

/** Readers that find nothing rest longer and longer. */
const quietAfterMs = 10_000;
const watchedMs = 5_000;
/**
 * An idle bank sends about twelve statements a second: heartbeats of leaders, looks for due work, gauges, and the rare
 * look of each reader. One reader that polled four times a second in each of five databases would be 20 more.
 */
const statementsMax = 30 * (watchedMs / 1_000);

/** How often each statement was sent, by its database, its name and the first value, e.g. the name of a reader. */
function countsOf(
  query: jest.SpiedFunction<typeof pg.Client.prototype.query>,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [sent, [statement, given]] of query.mock.calls.entries()) {
    const { database = '' } = query.mock.contexts[sent] as pg.Client & {
      readonly database?: string;
    };
    const config = statement as unknown as string | pg.QueryConfig<unknown[]>;
    const [text, values]: readonly unknown[] =
      typeof config === 'string' ? [config, given] : [config.name ?? config.text, config.values];
    const key = [database, text, JSON.stringify(Array.isArray(values) ? values[0] : '')].join(' ');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

describe('a bank that nobody uses', () => {
  let test: TestBank;
  beforeAll(async () => {
    test = await startTestBank();
  });
  afterAll(() => test.stop());

  it('sends its databases few statements, because its writes wake its readers', async () => {
    await pause(quietAfterMs);
    const query = jest.spyOn(pg.Client.prototype, 'query');
    await pause(watchedMs);
    const sent = query.mock.calls.length;
    const frequent = [...countsOf(query)].filter(([, count]) => count >= watchedMs / 1_000);
    query.mockRestore();
    expect(frequent).toEqual([]);
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(statementsMax);
  });
});
