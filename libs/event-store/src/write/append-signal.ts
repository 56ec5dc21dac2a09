/** Told after an append of this process. */
type Listener = () => void;

/**
 * The in-process wake-up: says that this process has appended. A hint only; readers poll as well,
 * because other processes append too.
 */
export class AppendSignal {
  readonly #listeners = new Map<Listener, ReadonlySet<string> | undefined>();

  /**
   * Calls the listener after every append of this process that holds an event of these types, or
   * any at all without them; answers how to stop that.
   */
  onAppend(listener: Listener, eventTypes?: readonly string[]): () => void {
    this.#listeners.set(listener, eventTypes && new Set(eventTypes));
    return () => void this.#listeners.delete(listener);
  }

  /** Tells whom it concerns; called after the commit. Without types it concerns all. */
  notify(eventTypes?: Iterable<string>): void {
    const appended = eventTypes && new Set(eventTypes);
    for (const [listener, wanted] of this.#listeners) {
      if (!wanted || !appended || !wanted.isDisjointFrom(appended)) listener();
    }
  }
}
