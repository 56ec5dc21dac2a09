import { RecentRefusals } from './guess.service.js';

describe('the recent refusals', () => {
  let nowMs = 0;
  const refusals = (keysMax?: number) => new RecentRefusals(() => nowMs, keysMax);
  beforeEach(() => (nowMs = 5000));

  it('repeat a refusal for a second, for its key only', () => {
    const recent = refusals();
    recent.add('a', 20);
    nowMs += 999;
    expect(recent.of('a')).toBe(20);
    expect(recent.of('b')).toBeUndefined();
    nowMs += 1;
    expect(recent.of('a')).toBeUndefined();
    expect(recent.size).toBe(0);
  });

  it('are limited in number', () => {
    const recent = refusals(3);
    for (const key of ['a', 'b', 'c', 'd']) recent.add(key, 20);
    expect(recent.size).toBe(1);
    expect(recent.of('d')).toBe(20);
  });
});
