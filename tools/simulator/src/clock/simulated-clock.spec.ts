import { ProcessOwner } from './process-owner.js';
import { SimulatedClock } from './simulated-clock.js';

const startMs = Date.parse('2026-03-02T08:00:00Z');
let clock: SimulatedClock;
beforeEach(() => {
  clock = SimulatedClock.install(startMs);
});
afterEach(() => clock.uninstall());

describe('the simulated clock', () => {
  it('jumps without a timer that fires for it', async () => {
    const [before, began] = [performance.now(), clock.elapsedMs];
    let fired = 0;
    setInterval(() => (fired += 1), 1000);
    clock.jump(86_400_000);
    expect(fired).toBe(0);
    await clock.runUntil(() => fired > 0, 5000);
    expect(Date.now()).toBe(startMs + 86_400_000 + 1000);
    expect(clock.elapsedMs - began).toBe(1000);
    expect(performance.now() - before).toBe(1000);
  });

  it('holds the timers of a frozen process until it goes on, in their order, and no others', async () => {
    const owner = new ProcessOwner('batch');
    const fired: string[] = [];
    const note = (what: string) => void fired.push(`${String(clock.elapsedMs)} ${what}`);
    owner.run(() => {
      setTimeout(() => note('first'), 10);
      setTimeout(() => note('second'), 20);
      setTimeout(() => note('third'), 40);
      setImmediate(() => note('immediate'));
      setTimeout(() => note('late'), 150);
    });
    setTimeout(() => note('other'), 50);
    owner.freeze(100);
    expect(owner.isFrozen).toBe(true);
    await clock.runUntil(() => fired.length === 6, 1000);
    expect(fired).toEqual([
      ...['50 other', '100 immediate', '100 first', '100 second'],
      ...['100 third', '150 late'],
    ]);
    expect(owner.isFrozen).toBe(false);
  });

  it('is wrong for one process and right for the others, when processes may differ', () => {
    clock.letProcessesDiffer();
    const owner = new ProcessOwner('batch');
    owner.skewMs = -5000;
    expect(owner.run(() => Date.now())).toBe(startMs - 5000);
    expect(owner.run(() => new Date().getTime())).toBe(startMs - 5000);
    expect(owner.run(() => SimulatedClock.nowMs())).toBe(startMs);
    expect(Date.now()).toBe(startMs);
    expect(new Date(7).getTime()).toBe(7);
    expect(new Date(7) instanceof Date).toBe(true);
  });
});
