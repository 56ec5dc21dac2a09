/** Called after an append of this process. */
type Listener = () => void;

/**
 * The wake-up signal of readers in this process: this process has appended. A hint only. Readers poll
 * as well, because other processes append too.
 */
export class AppendSignal {
  readonly #listeners = new Map<Listener, ReadonlySet<string> | undefined>();

  /**
   * Calls the listener after every append of this process that holds an event of these types.
   * Without types every append counts.
   *
   * @returns a function that removes the listener
   */
  onAppend(listener: Listener, eventTypes?: readonly string[]): () => void {
    this.#listeners.set(listener, eventTypes && new Set(eventTypes));
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Notifies the listeners of these event types, after the commit. Without types it notifies all
   * listeners.
   */
  notify(eventTypes?: Iterable<string>): void {
    const appended = eventTypes && new Set(eventTypes);
    for (const [listener, wanted] of this.#listeners) {
      if (!wanted || !appended || !wanted.isDisjointFrom(appended)) listener();
    }
  }
}
