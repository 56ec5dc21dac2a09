/**
 * Puts a plain form of `AbortSignal.any` in the place of Node's. That one keeps weak references, and has the garbage
 * collector report which signals are gone, so that a signal which lives long does not keep those that follow it. A
 * consumer makes such a signal for each wait, and here no signal outlives a seed.
 *
 * @returns puts back what was there before
 */
export function replaceJoinedSignals(): () => void {
  const any: unknown = Reflect.get(AbortSignal, 'any');
  AbortSignal.any = joined;
  return () => void Object.assign(AbortSignal, { any });
}

/** A signal that aborts as soon as one of these does, for the same reason. */
function joined(signals: Iterable<AbortSignal>): AbortSignal {
  const sources = [...signals];
  const own = new AbortController();
  const aborted = sources.find((source) => source.aborted);
  if (aborted !== undefined) {
    own.abort(aborted.reason);
    return own.signal;
  }
  const follow = ({ target }: Event) => {
    for (const source of sources) source.removeEventListener('abort', follow);
    own.abort((target as AbortSignal).reason);
  };
  for (const source of sources) source.addEventListener('abort', follow);
  return own.signal;
}
