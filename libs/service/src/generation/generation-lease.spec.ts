import { jest } from '@jest/globals';
import { GetSandboxGeneration } from '@nordgate/contracts/queries';
import { generationAskEveryMs, generationLeaseMs } from '@nordgate/contracts/rules';
import { createLog, Health } from '@nordgate/telemetry';
import type { Queries } from '../queries/query-client.js';
import { ServiceUnavailableError } from '../queries/query-client.js';
import { keepGeneration } from './generation-lease.js';
import type { KeptGeneration } from './generation-lease.js';

/** Accounts, whose answers the test gives, late or never. */
class FakeAccounts {
  generation = 0;
  isDown = false;
  /** How long an answer takes. The generation is that of the moment of the question. */
  answerMs = 0;
  readonly asked: number[] = [];

  readonly queries = {
    ask: async (query: unknown) => {
      if (!(query instanceof GetSandboxGeneration)) throw new Error('another question');
      this.asked.push(performance.now());
      const { generation, isDown } = this;
      if (this.answerMs > 0) await new Promise((done) => setTimeout(done, this.answerMs));
      if (isDown) throw new ServiceUnavailableError('accounts is down');
      return generation;
    },
  } as unknown as Queries;
}

describe('the lease of the generation of a sandbox', () => {
  let accounts: FakeAccounts;
  let health: Health;
  let lines: string[];
  let lease: KeptGeneration;
  const keep = (environment: 'sandbox' | 'production' = 'sandbox') => {
    const destination = { write: (line: string) => void lines.push(line) };
    const log = createLog({ app: 'test', destination });
    return keepGeneration({ queries: accounts.queries, health, log }, environment);
  };
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  beforeEach(() => {
    jest.useFakeTimers();
    [accounts, health, lines] = [new FakeAccounts(), new Health(), []];
    lease = keep();
  });
  afterEach(async () => {
    accounts.answerMs = 0;
    const stopping = lease.stop();
    await pass(10_000);
    await stopping;
    jest.useRealTimers();
  });

  /** The generation, or the name of the error. Time passes until then. */
  const current = async (): Promise<number | string> => {
    const asked = lease.current().catch((error: unknown) => (error as Error).name);
    let outcome: number | string | undefined;
    void asked.then((one) => (outcome = one));
    for (let ms = 0; outcome === undefined; ms += 1) await pass(ms === 0 ? 0 : 1);
    return outcome;
  };
  const unknown = 'ServiceUnavailableError';

  it('is missing without an answer: no generation is current, and the process is ready and reports it', async () => {
    accounts.isDown = true;
    await lease.start();
    expect(await current()).toBe(unknown);
    const checks = Promise.all([lease.isCurrent(0), health.report()]);
    await pass(generationAskEveryMs);
    const [isCurrent, report] = await checks;
    expect(isCurrent).toBe(false);
    expect(report).toMatchObject({ ready: true, checks: { 'sandbox-generation': 'down' } });
  });

  it('has the generation of accounts after the start', async () => {
    accounts.generation = 3;
    await lease.start();
    expect(await lease.current()).toBe(3);
    expect([await lease.isCurrent(3), await lease.isCurrent(2)]).toEqual([true, false]);
    expect(await health.report()).toMatchObject({ checks: { 'sandbox-generation': 'up' } });
  });

  it('starts while accounts is down, and gets the generation once accounts answers', async () => {
    accounts.isDown = true;
    await lease.start();
    expect(await current()).toBe(unknown);
    accounts.isDown = false;
    expect(await current()).toBe(0);
  });

  it('learns of a reset with the next question', async () => {
    await lease.start();
    accounts.generation = 1;
    await pass(generationAskEveryMs);
    expect(await lease.current()).toBe(1);
  });

  it('ends one lease after the last answered question, and is logged once while accounts is down', async () => {
    await lease.start();
    accounts.isDown = true;
    await pass(generationLeaseMs - 1);
    expect(await lease.current()).toBe(0);
    await pass(1);
    expect(await current()).toBe(unknown);
    await pass(10 * generationAskEveryMs);
    expect(lines.filter((line) => line.includes('cannot be read'))).toHaveLength(1);
  });

  it('is no news while accounts opens at the start, and is logged once when it stays away', async () => {
    const warned = () => lines.filter((line) => line.includes('cannot be read'));
    accounts.isDown = true;
    await lease.start();
    await pass(9_000);
    expect(warned()).toEqual([]);
    await pass(10_000);
    expect(warned()).toHaveLength(1);
  });

  it('is logged at once when accounts goes away after a healthy start', async () => {
    await lease.start();
    accounts.isDown = true;
    await pass(generationAskEveryMs);
    expect(lines.filter((line) => line.includes('cannot be read'))).toHaveLength(1);
  });

  it('is measured from the question, not from the answer', async () => {
    accounts.answerMs = 400;
    const started = lease.start();
    await pass(400);
    await started;
    const began = performance.now();
    expect(await current()).toBe(0);
    expect(performance.now() - began).toBe(0);
    await pass(generationLeaseMs - 400);
    expect(await current()).toBe(0);
    // The next question was asked at 400 ms and is answered 400 ms later.
    expect(performance.now() - began).toBeGreaterThanOrEqual(400);
  });

  it('is not given by answers that take longer than the lease: a request waits three seconds for another', async () => {
    accounts.answerMs = generationLeaseMs;
    const started = lease.start();
    await pass(generationLeaseMs);
    await started;
    const began = performance.now();
    expect(await current()).toBe(unknown);
    expect(performance.now() - began).toBe(3000);
  });

  it('serves a request late when the process did not run for a moment', async () => {
    await lease.start();
    // The clock goes on, and no timer fires.
    const paused = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 5000);
    const late = lease.current();
    paused.mockRestore();
    await pass(5000);
    expect(await late).toBe(0);
  });

  it('never outlives a reset by more than one lease, however long answers take', async () => {
    await lease.start();
    expect(await lease.isCurrent(0)).toBe(true);
    for (const answerMs of [0, 50, 150, 299, 300, 499, 600]) {
      accounts.answerMs = answerMs;
      const before = accounts.generation;
      await pass(5000);
      accounts.generation += 1;
      await pass(generationLeaseMs);
      expect(await current()).not.toBe(before);
    }
  });

  it('has no gap while answers take less than half of a lease', async () => {
    accounts.answerMs = generationLeaseMs / 2 - 1;
    const started = lease.start();
    await pass(accounts.answerMs);
    await started;
    for (let ms = 0; ms < 3000; ms += 7) {
      await pass(7);
      const began = performance.now();
      expect(await current()).toBe(0);
      expect(performance.now()).toBe(began);
    }
  });

  it('asks one question at a time, and none after the stop', async () => {
    accounts.answerMs = 700;
    const started = lease.start();
    await pass(2099);
    await started;
    expect(accounts.asked).toHaveLength(3);
    const stopping = lease.stop();
    await pass(5000);
    await stopping;
    expect(accounts.asked).toHaveLength(3);
    await expect(lease.current()).rejects.toThrow(ServiceUnavailableError);
  });

  it('costs no question per request', async () => {
    await lease.start();
    for (let requests = 0; requests < 100; requests += 1) await lease.current();
    expect(accounts.asked).toHaveLength(1);
  });

  it('is not needed in production: the generation is 0, nobody is asked, readiness does not depend on it', async () => {
    const production = keep('production');
    await production.start();
    await pass(5000);
    expect(await production.current()).toBe(0);
    expect([await production.isCurrent(0), await production.isCurrent(1)]).toEqual([true, false]);
    expect(accounts.asked).toEqual([]);
    await production.stop();
  });
});
