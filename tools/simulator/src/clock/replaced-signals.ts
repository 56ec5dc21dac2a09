/**
 * Puts a plain form of `AbortSignal.any` in the place of Node's. That one keeps weak references, and has the garbage
 * collector report which signals are gone, so that a signal which lives long does not keep those that follow it. A
 * consumer makes such a signal for each wait, and here no signal outlives a seed.
 *
 * @returns puts back what was there before, and lets no signal follow another any more
 */
export function replaceJoinedSignals(): () => void {
  const any: unknown = Reflect.get(AbortSignal, 'any');
  const joined = new JoinedSignals();
  AbortSignal.any = (signals) => joined.any(signals);
  return () => {
    Object.assign(AbortSignal, { any });
    joined.end();
  };
}

interface Source {
  readonly followers: Set<AbortController>;
  readonly abort: () => void;
}

/**
 * Signals that abort as soon as one of others does. A source has one listener, as a listener is compared with all of before
 * when it is added: the signal of a process is followed at each wait, and one of a module by all seeds.
 */
class JoinedSignals {
  readonly #sources = new Map<AbortSignal, Source>();

  any(signals: Iterable<AbortSignal>): AbortSignal {
    const sources = [...signals];
    const own = new AbortController();
    const aborted = sources.find((source) => source.aborted);
    if (aborted !== undefined) {
      own.abort(aborted.reason);
      return own.signal;
    }
    for (const source of sources) this.#source(source).followers.add(own);
    return own.signal;
  }

  end(): void {
    for (const [signal, { abort }] of this.#sources) signal.removeEventListener('abort', abort);
    this.#sources.clear();
  }

  #source(signal: AbortSignal): Source {
    const known = this.#sources.get(signal);
    if (known !== undefined) return known;
    const followers = new Set<AbortController>();
    const abort = () => {
      this.#sources.delete(signal);
      // The second abort of a controller does nothing.
      for (const follower of followers) follower.abort(signal.reason);
    };
    const made = { followers, abort };
    this.#sources.set(signal, made);
    signal.addEventListener('abort', abort, { once: true });
    return made;
  }
}
