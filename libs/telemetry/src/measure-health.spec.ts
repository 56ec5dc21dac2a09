import { setImmediate as nextTurn } from 'node:timers/promises';
import { backgroundCheck } from './background-check.js';
import { Health } from './health.js';
import { createLog } from './log.js';
import { measureHealth } from './measure-regularly.js';
import { instrumentsOf } from './metrics.js';

const lines: Record<string, unknown>[] = [];
const log = createLog({
  app: 'test',
  destination: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
});
const running: { stop(): void }[] = [];
afterEach(() => {
  for (const one of running.splice(0)) one.stop();
  lines.splice(0);
});

/** The gauge by check. */
function shown(): Record<string, number> {
  const found = instrumentsOf()
    .checkUp.text()
    .matchAll(/\{check="([^"]+)"\} (\d)/g);
  return Object.fromEntries([...found].map(([, name = '', value]) => [name, Number(value)]));
}

async function shows(wanted: Record<string, number>): Promise<void> {
  while (JSON.stringify(shown()) !== JSON.stringify(wanted)) await nextTurn();
}

describe('the gauge of the checks', () => {
  it('has each check of readiness and of liveness, until the check is removed', async () => {
    const health = new Health();
    let isUp = false;
    const check = () => (isUp ? Promise.resolve() : Promise.reject(new Error('down')));
    health.register({ name: 'a', check });
    health.register({ name: 'b', check: () => Promise.resolve(), informs: true });
    const remove = health.watch({ name: 'c', check: () => Promise.resolve() });
    const measuring = measureHealth({ health, log, everyMs: 1 });
    running.push(measuring);
    await shows({ a: 0, b: 1, c: 1 });
    isUp = true;
    remove();
    await shows({ a: 1, b: 1 });
    measuring.stop();
    expect(shown()).toEqual({});
  });

  it('is 0 for a name of both lists while one of the two checks is down', async () => {
    const health = new Health();
    health.register({ name: 'group', check: () => Promise.reject(new Error('not joined')) });
    health.watch({ name: 'group', check: () => Promise.resolve() });
    running.push(measureHealth({ health, log, everyMs: 1 }));
    await shows({ group: 0 });
  });

  it('comes with a line in plain words about another system that does not answer', async () => {
    const health = new Health();
    let isUp = false;
    const check = () => (isUp ? Promise.resolve() : Promise.reject(new Error('down')));
    const outage = { peer: 'brokers', words: 'no brokers reachable' };
    health.register({ name: 'brokers', check, informs: true, outage });
    running.push(measureHealth({ health, log, everyMs: 1 }));
    await shows({ brokers: 0 });
    while (lines.length < 2) await nextTurn();
    expect(lines[0]).toMatchObject({
      ...{ level: 'error', msg: 'no brokers reachable', peer: 'brokers' },
      err: { message: 'down' },
    });
    isUp = true;
    await shows({ brokers: 1 });
    expect(lines.at(-1)).toMatchObject({ level: 'info', msg: 'over: no brokers reachable' });
  });
});

describe('a check that asks another system', () => {
  it('waits for the first answer, and then has the last one at once', async () => {
    let asked = 0;
    let isUp = true;
    const attempt = () => {
      asked += 1;
      return isUp ? Promise.resolve() : Promise.reject(new Error('away'));
    };
    const always = backgroundCheck({ name: 'x', attempt, everyMs: 0 });
    await expect(always.check()).resolves.toBeUndefined();
    isUp = false;
    await expect(always.check()).resolves.toBeUndefined();
    await nextTurn();
    await expect(always.check()).rejects.toThrow('away');
    expect(asked).toBeGreaterThan(1);
    const kept = backgroundCheck({ name: 'x', attempt });
    const before = asked;
    await expect(kept.check()).rejects.toThrow('away');
    await expect(kept.check()).rejects.toThrow('away');
    expect(asked).toBe(before + 1);
  });
});
