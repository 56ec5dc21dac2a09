import { jest } from '@jest/globals';
import { GetWorld } from '@nordgate/contracts/queries';
import { generationAskEveryMs, generationLeaseMs } from '@nordgate/contracts/rules';
import { createLog, Health } from '@nordgate/telemetry';
import type { Queries } from '../queries/query-client.js';
import { ServiceUnavailableError } from '../queries/query-client.js';
import { keepWorlds, oneWorld } from './world-leases.js';
import type { Worlds } from './world-leases.js';

const tpp = 'PSDNO-FSA-1';

/** Accounts, whose answers the test gives, late or never. */
class FakeAccounts {
  readonly generations = new Map([[tpp, 7]]);
  isDown = false;
  /** How long an answer takes. The world is that of the moment of the question. */
  answerMs = 0;
  readonly asked: GetWorld['of'][] = [];
  readonly begun: string[] = [];

  readonly queries = {
    ask: async (query: GetWorld) => {
      this.asked.push(query.of);
      const world = this.worldOf(query);
      const { isDown } = this;
      if (this.answerMs > 0) await new Promise((done) => setTimeout(done, this.answerMs));
      if (isDown) throw new ServiceUnavailableError('accounts is down');
      return world;
    },
  } as unknown as Queries;

  /** Begins a world as the command does: one that is there stays. */
  readonly begin = (of: string) => {
    this.begun.push(of);
    if (!this.generations.has(of)) this.generations.set(of, 8);
    return Promise.resolve();
  };

  private worldOf({ of }: GetWorld) {
    const found = [...this.generations].find(([holder, generation]) =>
      'tpp' in of ? holder === of.tpp : generation === of.generation,
    );
    return found === undefined ? null : { tpp: found[0], generation: found[1] };
  }
}

describe('the lease of a world', () => {
  let accounts: FakeAccounts;
  let health: Health;
  let lines: string[];
  let worlds: Worlds;
  const keep = (begin = accounts.begin, admit = (): void => undefined) => {
    const destination = { write: (line: string) => void lines.push(line) };
    const log = createLog({ app: 'test', destination });
    return keepWorlds({ queries: accounts.queries, health, log }, { begin, admit });
  };
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  beforeEach(() => {
    jest.useFakeTimers();
    [accounts, health, lines] = [new FakeAccounts(), new Health(), []];
    worlds = keep();
  });
  afterEach(async () => {
    accounts.answerMs = 0;
    await pass(10_000);
    jest.useRealTimers();
  });

  /** What is asked, or the name of the error, and how long that took. Time passes until then. */
  const outcomeOf = async <T>(asked: Promise<T>): Promise<readonly [T | string, number]> => {
    const began = performance.now();
    let outcome: T | string | undefined;
    void asked.catch((error: unknown) => (error as Error).name).then((one) => (outcome = one));
    for (let ms = 0; outcome === undefined; ms += 1) await pass(ms === 0 ? 0 : 1);
    return [outcome, performance.now() - began];
  };
  const generationIn = async (of = tpp) => (await worlds.worldOf(of))?.generation;
  const current = async (of = tpp) => (await outcomeOf(generationIn(of)))[0];
  const unknown = 'ServiceUnavailableError';

  it('asks nothing before a request needs a world', async () => {
    await pass(10_000);
    expect(accounts.asked).toEqual([]);
  });

  it('has the generation of the TPP after one question, whatever the number of requests', async () => {
    expect(await Promise.all(Array.from({ length: 20 }, () => generationIn(tpp)))).toEqual(
      Array<number>(20).fill(7),
    );
    expect(accounts.asked).toEqual([{ tpp }]);
  });

  it('renews an answer behind a request, which does not wait for it', async () => {
    await current();
    accounts.generations.set(tpp, 9);
    await pass(generationAskEveryMs);
    expect(await outcomeOf(generationIn(tpp))).toEqual([7, 0]);
    expect(await current()).toBe(9);
  });

  it('never outlives a reset by more than one lease, however long answers take', async () => {
    for (const answerMs of [0, 50, 150, 299, 300, 499, 600]) {
      accounts.answerMs = answerMs;
      await current();
      const next = (accounts.generations.get(tpp) ?? 0) + 1;
      accounts.generations.set(tpp, next);
      await pass(generationLeaseMs);
      expect([next, unknown]).toContain(await current());
    }
  });

  it('ends with the generation that it gave: a log-in right after a reset finds the new one', async () => {
    expect(await current()).toBe(7);
    accounts.generations.set(tpp, 9);
    expect(await outcomeOf(worlds.isLive(7))).toEqual([false, 0]);
    expect(await current()).toBe(9);
  });

  it('is measured from the question, not from the answer', async () => {
    accounts.answerMs = 400;
    const asked = generationIn(tpp);
    accounts.isDown = true;
    expect(await outcomeOf(asked)).toEqual([7, 400]);
    await pass(generationLeaseMs - 401);
    expect(await current()).toBe(7);
    await pass(1);
    expect(await current()).toBe(unknown);
  });

  it('is not given by answers that take longer than the lease: a request waits three seconds', async () => {
    accounts.answerMs = generationLeaseMs;
    const [outcome, ms] = await outcomeOf(generationIn(tpp));
    expect(outcome).toBe(unknown);
    expect(ms).toBeGreaterThanOrEqual(2500);
    expect(ms).toBeLessThanOrEqual(3000);
  });

  it('is found late when accounts comes back within the wait of a request', async () => {
    accounts.isDown = true;
    const asked = generationIn(tpp);
    await pass(1000);
    accounts.isDown = false;
    expect((await outcomeOf(asked))[0]).toBe(7);
  });

  it('asks one question at a time for a world', async () => {
    accounts.answerMs = 700;
    const asked = Array.from({ length: 5 }, () => outcomeOf(generationIn(tpp)));
    await pass(699);
    expect(accounts.asked).toHaveLength(1);
    await pass(5000);
    await Promise.all(asked);
  });

  it('begins the world of a TPP that has none, once, and gives its generation', async () => {
    const other = 'PSDNO-FSA-2';
    const asked = [generationIn(other), generationIn(other)];
    expect(await Promise.all(asked)).toEqual([8, 8]);
    expect(accounts.begun).toEqual([other]);
    expect(await current()).toBe(7);
  });

  it('waits for the beginning of a world that is decided late', async () => {
    const other = 'PSDNO-FSA-2';
    worlds = keep(() => Promise.resolve());
    const asked = generationIn(other);
    await pass(1000);
    accounts.generations.set(other, 9);
    expect((await outcomeOf(asked))[0]).toBe(9);
  });

  it('begins no world that is not admitted: its requests get the reason at once, until it is', async () => {
    await pass(10_000);
    const other = 'PSDNO-FSA-2';
    let isClosed = true;
    const admit = () => {
      if (isClosed) throw new RangeError('maintenance');
    };
    worlds = keep(accounts.begin, admit);
    expect(await outcomeOf(generationIn(other))).toEqual(['RangeError', 0]);
    expect(accounts.begun).toEqual([]);
    expect(await current()).toBe(7);
    expect(await health.report()).toMatchObject({ checks: { 'sandbox-worlds': 'up' } });
    expect(lines).toEqual([]);
    isClosed = false;
    expect(await current(other)).toBe(8);
  });

  it('renews in the background without an error the lease of a world that is gone and not admitted', async () => {
    worlds = keep(accounts.begin, () => {
      throw new RangeError('maintenance');
    });
    await current();
    accounts.generations.delete(tpp);
    await pass(generationAskEveryMs);
    expect(await current()).toBe(7);
    await pass(generationLeaseMs);
    expect(await current()).toBe('RangeError');
  });

  it('begins no world for a request that does so itself, and one for another request beside it', async () => {
    accounts.answerMs = 50;
    const fresh = 'PSDNO-FSA-2';
    const own = worlds.begunWorldOf(fresh).then((world) => world ?? 'none');
    await pass(1);
    const beside = generationIn(fresh);
    expect((await outcomeOf(own))[0]).toBe('none');
    expect(accounts.begun).toEqual([]);
    expect((await outcomeOf(beside))[0]).toBe(8);
    expect(accounts.begun).toEqual([fresh]);
    expect((await outcomeOf(worlds.begunWorldOf(fresh)))[0]).toMatchObject({ generation: 8 });
  });

  it('keeps no answer of a request that begins none: a late one never replaces a newer one', async () => {
    accounts.answerMs = 200;
    const late = worlds.begunWorldOf(tpp);
    await pass(100);
    accounts.generations.set(tpp, 9);
    accounts.answerMs = 0;
    expect(await current()).toBe(9);
    expect((await outcomeOf(late))[0]).toMatchObject({ generation: 7 });
    expect(await current()).toBe(9);
  });

  it('waits as long as others do for a request that begins none', async () => {
    accounts.isDown = true;
    const asked = outcomeOf(worlds.begunWorldOf(tpp));
    await pass(1000);
    accounts.isDown = false;
    expect((await asked)[0]).toMatchObject({ generation: 7 });
    accounts.isDown = true;
    await pass(generationLeaseMs);
    expect((await outcomeOf(worlds.begunWorldOf(tpp)))[0]).toBe(unknown);
  });

  it('tells where it begins no world that a TPP has none', async () => {
    const log = createLog({ app: 'test', level: 'silent' });
    const site = keepWorlds({ queries: accounts.queries, health, log });
    expect(await site.worldOf('PSDNO-FSA-2')).toBeUndefined();
    expect(accounts.begun).toEqual([]);
  });

  it('tells which generation a world is in now', async () => {
    expect([await worlds.isLive(7), await worlds.isLive(6)]).toEqual([true, false]);
    accounts.generations.set(tpp, 9);
    await pass(generationLeaseMs);
    expect([await worlds.isLive(7), await worlds.isLive(9)]).toEqual([false, true]);
  });

  it('is logged once while accounts is down after the start, and reported without a say in readiness', async () => {
    await pass(10_000);
    accounts.isDown = true;
    for (let requests = 0; requests < 3; requests += 1) expect(await current()).toBe(unknown);
    const warned = lines.filter((line) => line.includes('cannot be read'));
    expect(warned).toHaveLength(1);
    expect(await health.report()).toMatchObject({
      ready: true,
      checks: { 'sandbox-worlds': 'down' },
    });
    accounts.isDown = false;
    expect(await current()).toBe(7);
    expect(await health.report()).toMatchObject({ checks: { 'sandbox-worlds': 'up' } });
  });

  it('of one TPP that has not begun is logged once, and is no fault of accounts for the others', async () => {
    worlds = keep(() => Promise.resolve());
    await pass(10_000);
    for (let requests = 0; requests < 2; requests += 1) {
      expect(await current('PSDNO-FSA-2')).toBe(unknown);
    }
    expect(lines.filter((line) => line.includes('has not begun'))).toHaveLength(1);
    expect(await health.report()).toMatchObject({ checks: { 'sandbox-worlds': 'up' } });
    expect(await current()).toBe(7);
  });

  it('of a TPP whose world cannot be begun is no fault of accounts for the others', async () => {
    worlds = keep(() => Promise.reject(new Error('the command cannot be decided')));
    await pass(10_000);
    expect(await current('PSDNO-FSA-2')).toBe(unknown);
    expect(await health.report()).toMatchObject({ checks: { 'sandbox-worlds': 'up' } });
  });

  it('is down for accounts while each question fails, whichever world begins meanwhile', async () => {
    await pass(10_000);
    accounts.isDown = true;
    expect(await current('PSDNO-FSA-2')).toBe(unknown);
    expect(await health.report()).toMatchObject({ checks: { 'sandbox-worlds': 'down' } });
  });

  describe('of a generation that no world is in', () => {
    it('is asked for once in the time of a lease, also while accounts is down', async () => {
      expect(await outcomeOf(worlds.isLive(99))).toEqual([false, 0]);
      accounts.isDown = true;
      expect(await outcomeOf(worlds.isLive(99))).toEqual([false, 0]);
      expect(accounts.asked).toEqual([{ generation: 99 }]);
      await pass(generationLeaseMs - 1);
      expect(await outcomeOf(worlds.isLive(99))).toEqual([false, 0]);
      accounts.isDown = false;
      await pass(1);
      expect(await worlds.isLive(99)).toBe(false);
      expect(accounts.asked.length).toBeGreaterThan(1);
    });

    it('is found one lease after a world is in it', async () => {
      expect(await worlds.isLive(99)).toBe(false);
      accounts.generations.set(tpp, 99);
      await pass(generationLeaseMs);
      expect(await worlds.isLive(99)).toBe(true);
    });

    it.each([
      [1000, 0],
      [1001, 1],
    ])('is forgotten first among the last thousand: after %i generations', async (count, again) => {
      for (let made = 1; made <= count; made += 1) await worlds.isLive(1000 + made);
      const before = accounts.asked.length;
      await worlds.isLive(1001);
      expect(accounts.asked).toHaveLength(before + again);
    });
  });

  it('is no news while accounts opens at the start', async () => {
    accounts.isDown = true;
    await current();
    expect(lines).toEqual([]);
  });
});

describe('the one world of production', () => {
  it('is in generation 0, and no other generation is live', async () => {
    expect(await oneWorld.worldOf(tpp)).toEqual({ generation: 0 });
    expect([await oneWorld.isLive(0), await oneWorld.isLive(1)]).toEqual([true, false]);
  });
});
