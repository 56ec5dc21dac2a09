interface Asker<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads in flight; what comes meanwhile makes the next one, so load makes reads larger by itself. */
const inFlightMax = 2;
const idsMax = 256;

/**
 * Single reads that come in one turn of the event loop as one read. An idle process waits for nothing:
 * there is no timer. Every answer is at least as fresh as its question.
 */
export class CollectedReads<Answer> {
  private waiting = new Map<string, Asker<Answer>[]>();
  private scheduled = false;
  private inFlight = 0;

  constructor(
    /** Answers all of these ids, or rejects. */
    private readonly readAll: (ids: readonly string[]) => Promise<ReadonlyMap<string, Answer>>,
  ) {}

  /** Rejects when its read fails, and when that knows nothing of the id. */
  read(id: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const askers = this.waiting.get(id) ?? [];
      askers.push({ resolve, reject });
      this.waiting.set(id, askers);
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled || this.inFlight >= inFlightMax) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      void this.run(this.take());
    });
  }

  private take(): ReadonlyMap<string, readonly Asker<Answer>[]> {
    const taken = new Map([...this.waiting].slice(0, idsMax));
    if (taken.size === this.waiting.size) this.waiting = new Map();
    else for (const id of taken.keys()) this.waiting.delete(id);
    return taken;
  }

  private async run(taken: ReadonlyMap<string, readonly Asker<Answer>[]>): Promise<void> {
    this.inFlight += 1;
    try {
      const answers = await this.readAll([...taken.keys()]);
      for (const [id, askers] of taken) {
        for (const asker of askers) {
          const answer = answers.get(id);
          if (answer === undefined) asker.reject(new Error(`${id} was not read`));
          else asker.resolve(answer);
        }
      }
    } catch (error) {
      for (const askers of taken.values()) for (const { reject } of askers) reject(error);
    } finally {
      this.inFlight -= 1;
      if (this.waiting.size > 0) this.schedule();
    }
  }
}
