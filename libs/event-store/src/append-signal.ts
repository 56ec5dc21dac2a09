/**
 * The in-process wake-up: says that this process has appended. A hint only; readers poll as well,
 * because other processes append too.
 */
export class AppendSignal {
  readonly #listeners = new Set<() => void>();

  /** Calls the listener after every append of this process; answers how to stop that. */
  onAppend(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Tells all listeners; called after the commit. */
  notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
