import { emptyTestDatabase } from '@nordgate/event-store/testing';
import { EventStore, openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { WrongTry1790000000005 } from '../../migrations/5-wrong-try.migration.js';
import { deleteOldTries, WrongTries } from './wrong-tries.rows.js';

/** Nothing is forgiven within a test. */
const forgivenPerSecond = 1e-9;

let drop: () => Promise<unknown>;
let databases: Database[];
let replicas: WrongTries[];
beforeAll(async () => {
  const empty = await emptyTestDatabase('wrong_tries');
  drop = empty.drop;
  const options = { url: empty.url, applicationName: 'test', migrations: [WrongTry1790000000005] };
  databases = [await openDatabase(options), await openDatabase(options)];
  replicas = databases.map((database) => new WrongTries(new EventStore(database, [])));
});
afterAll(async () => {
  for (const database of databases) await database.close();
  await drop();
});

const first = (): WrongTries => {
  const [replica] = replicas;
  if (replica === undefined) throw new Error('there is no replica');
  return replica;
};

/** Lets the tries of a key be older. */
async function age(key: string, seconds: number): Promise<void> {
  await databases[0]?.pool.query(
    'update wrong_try set at = at - make_interval(secs => $2) where key = $1',
    [key, seconds],
  );
}

describe('wrong tries', () => {
  it('are counted exactly when two replicas count at the same time', async () => {
    const limit = { max: 10, forgivenPerSecond };
    const tries = Array.from({ length: 60 }, (_, index) =>
      (replicas[index % 2] as WrongTries).take('both', limit),
    );
    const taken = (await Promise.all(tries)).filter(({ is }) => is === 'taken');
    expect(taken).toHaveLength(10);
    const before = taken.map((one) => (one.is === 'taken' ? Math.round(one.before) : -1));
    expect(before.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('are refused above the maximum, with the seconds until the next one', async () => {
    const limit = { max: 2, forgivenPerSecond: 0.01 };
    expect(await first().take('two', limit)).toMatchObject({ is: 'taken' });
    expect(await first().take('two', limit)).toMatchObject({ is: 'taken' });
    expect(await first().take('two', limit)).toEqual({ is: 'refused', seconds: 100 });
    expect(await first().take('another', limit)).toMatchObject({ is: 'taken' });
  });

  it('are forgiven with the time of the database, and a refused one does not count', async () => {
    const limit = { max: 1, forgivenPerSecond: 0.01 };
    expect(await first().take('old', limit)).toMatchObject({ is: 'taken' });
    await age('old', 90);
    // The time of the database goes on: on a slow machine a second or more has passed.
    const refused = await first().take('old', limit);
    expect(refused).toEqual({ is: 'refused', seconds: expect.any(Number) as number });
    expect(refused.is === 'refused' ? Math.abs(refused.seconds - 8) : Infinity).toBeLessThan(3);
    await age('old', 10);
    expect(await first().take('old', limit)).toMatchObject({ is: 'taken' });
  });

  it('that were right are given back, and never below none', async () => {
    const limit = { max: 1, forgivenPerSecond };
    await first().take('right', limit);
    await first().giveBack('right');
    await first().giveBack('right');
    expect(await first().take('right', limit)).toEqual({ is: 'taken', before: 0 });
    expect(await first().take('right', limit)).toMatchObject({ is: 'refused' });
  });

  it('without a maximum are only counted', async () => {
    for (const before of [0, 1, 2]) {
      const taken = await first().take('counted', { forgivenPerSecond });
      expect(taken.is === 'taken' && Math.round(taken.before)).toBe(before);
    }
  });

  it('are deleted after an hour without a new one', async () => {
    const limit = { max: 1, forgivenPerSecond };
    await first().take('kept', limit);
    await first().take('deleted', limit);
    await age('kept', 3590);
    await age('deleted', 3610);
    expect(await deleteOldTries(databases[0] as Database)).toBe(1);
    expect(await first().take('kept', limit)).toMatchObject({ is: 'refused' });
    expect(await first().take('deleted', limit)).toMatchObject({ is: 'taken' });
  });
});
