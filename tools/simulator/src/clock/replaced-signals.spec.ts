import { getEventListeners } from 'node:events';
import { replaceJoinedSignals } from './replaced-signals.js';

describe('AbortSignal.any while the clock is simulated', () => {
  let restore: () => void;
  beforeEach(() => (restore = replaceJoinedSignals()));
  afterEach(() => restore());

  it('aborts with the first of its signals, for the reason of that one', () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const joined = AbortSignal.any([one.signal, other.signal]);
    other.abort('first');
    one.abort('second');
    expect([joined.aborted, joined.reason]).toEqual([true, 'first']);
  });

  it('is aborted at once when one of its signals is', () => {
    const signals = [new AbortController().signal, AbortSignal.abort('before')];
    expect(AbortSignal.any(signals).reason).toBe('before');
  });

  it('follows a signal that is joined by one that follows it', () => {
    const one = new AbortController();
    const joined = AbortSignal.any([AbortSignal.any([one.signal]), new AbortController().signal]);
    one.abort('far');
    expect(joined.reason).toBe('far');
  });

  it('has one listener on a signal that is joined often, and none when the clock is real again', () => {
    const { signal } = new AbortController();
    const listeners = () => getEventListeners(signal, 'abort').length;
    for (let n = 0; n < 100; n += 1) AbortSignal.any([signal, new AbortController().signal]);
    expect(listeners()).toBe(1);
    restore();
    expect(listeners()).toBe(0);
  });
});
