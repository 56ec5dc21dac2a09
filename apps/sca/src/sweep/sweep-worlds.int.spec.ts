import { jest } from '@jest/globals';
import { movedClocks } from '@nordgate/service';
import { startTestSca } from '../testing/test-sca.int.js';
import type { TestSca } from '../testing/test-sca.int.js';
import { sweepExpired } from './sweep-expired.work.js';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const always = new AbortController().signal;
const log = { error: () => undefined } as never;

/** Its own sweep rests for an hour. */
let sca: TestSca;
beforeAll(async () => {
  sca = await startTestSca({ sweepEveryMs: 3_600_000 });
});
afterAll(() => sca.stop());

describe('the sweep of expired authorisations of a sandbox', () => {
  /** Sweeps without ending anything. Returns the streams that were due, with how far their worlds are ahead. */
  async function due(): Promise<readonly (readonly [stream: string, aheadMs?: number])[]> {
    const sent: [string, number?][] = [];
    const commands = {
      execute: ({ stream, meta }: { stream: string; meta: { aheadMs?: number } }) => {
        sent.push(meta.aheadMs === undefined ? [stream] : [stream, meta.aheadMs]);
        return Promise.resolve(undefined);
      },
    };
    await sweepExpired({ database: sca.database, commands, log, clocks: movedClocks }, always);
    return sent;
  }
  const ahead = (generation: number, minutes: number) =>
    sca.database.pool.query(
      `insert into world_time values ($1, $2, make_interval(mins => $3), clock_timestamp())
           on conflict (generation) do update set ahead = excluded.ahead`,
      [generation, `tpp-${String(generation)}`, minutes],
    );
  /** An open authorisation in a world, which ends in so many minutes of real time. */
  const openIn = async (generation: number, minutes: number) => {
    const stream = `authorisation-open-${String(generation)}.${String(generation)}`;
    const state = { is: 'received', expiresAt: minutesAgo(-minutes).toISOString() };
    await sca.database.pool.query(
      `insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
       values ($1, 'authorisation', 1, pg_current_xact_id(), 1, $2)`,
      [stream, JSON.stringify(state)],
    );
    return stream;
  };
  beforeEach(() => sca.database.pool.query('truncate world_time'));

  it('fails the authorisations of each world at its own time', async () => {
    await openIn(7003, 60);
    await ahead(7001, 59);
    await openIn(7001, 60);
    await ahead(7002, 61);
    const passed = await openIn(7002, 60);
    expect(await due()).toEqual([[passed, 61 * 60_000]]);
  });

  it('sends as few statements for 1,000 worlds that are ahead as for none', async () => {
    // One, and those of the service, which sweeps meanwhile.
    const few = 5;
    const statements = async () => {
      const query = jest.spyOn(sca.database.pool, 'query');
      await due();
      // The relay and the readers of the service ask meanwhile.
      const asked: readonly unknown[] = query.mock.calls.map(([statement]) => statement);
      query.mockRestore();
      return asked.filter((one) => typeof one === 'string' && one.includes("= 'authorisation'"))
        .length;
    };
    const without = await statements();
    expect(without).toBeGreaterThan(0);
    expect(without).toBeLessThan(few);
    await sca.database.pool.query(
      `insert into world_time select n, 'tpp-' || n, make_interval(mins => n), clock_timestamp()
         from generate_series(8000, 8999) n`,
    );
    expect(await statements()).toBeLessThan(few);
  });
});
