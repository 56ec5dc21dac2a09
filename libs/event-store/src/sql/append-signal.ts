/** Called after an append. */
type Listener = () => void;

/**
 * The wake-up signal of readers in this process: somebody has appended. A hint only. Readers poll as well,
 * rarely.
 */
export class AppendSignal {
  readonly #listeners = new Map<Listener, ReadonlySet<string> | undefined>();
  readonly #rowListeners = new Map<Listener, ReadonlySet<string>>();
  #events = 0;

  /** How many events this process has appended. */
  get events(): number {
    return this.#events;
  }

  /** Whether a reader waits for appends. */
  get isAwaited(): boolean {
    return this.#listeners.size > 0;
  }

  /**
   * Calls the listener after every append that holds an event of these types. Without types every append
   * counts.
   *
   * @returns a function that removes the listener
   */
  onAppend(listener: Listener, eventTypes?: readonly string[]): () => void {
    this.#listeners.set(listener, eventTypes && new Set(eventTypes));
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Calls the listener after every write of rows of this process by upserts of these names, and after appends of
   * other processes. Rows that another process writes without an event give no signal.
   *
   * @returns a function that removes the listener
   */
  onRows(listener: Listener, upserts: readonly string[]): () => void {
    this.#rowListeners.set(listener, new Set(upserts));
    return () => void this.#rowListeners.delete(listener);
  }

  /**
   * Counts the events of an append of this process, one type for each event, and calls the listeners of
   * these types, and those of the upserts that wrote rows. To be called after the commit.
   */
  notify(eventTypes: readonly string[], upserts: readonly string[] = []): void {
    this.#events += eventTypes.length;
    const appended = new Set(eventTypes);
    for (const [listener, wanted] of this.#listeners) {
      if (!wanted || !wanted.isDisjointFrom(appended)) listener();
    }
    if (upserts.length === 0 || this.#rowListeners.size === 0) return;
    const written = new Set(upserts);
    for (const [listener, wanted] of this.#rowListeners) {
      if (!wanted.isDisjointFrom(written)) listener();
    }
  }

  /** Calls every listener: another process has appended, and nobody knows what. */
  wake(): void {
    for (const listener of this.#listeners.keys()) listener();
    for (const listener of this.#rowListeners.keys()) listener();
  }
}
