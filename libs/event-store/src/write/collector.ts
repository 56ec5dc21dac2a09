/** A question that waits for its answer. */
interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** The limits of a collector. */
export interface CollectorOptions {
  /** Batches in flight at once; questions that arrive meanwhile form the next batches. Default 2. */
  readonly inFlightMax?: number;
  /** Questions per batch. Default 256. */
  readonly sizeMax?: number;
}

/**
 * Batches the questions of one event-loop turn. There is no timer, so a single question of an idle
 * process is not delayed; under load the batches grow by themselves. Every answer is read after its
 * question arrived.
 */
export class Collector<Question, Answer> {
  private readonly waiting: Waiting<Question, Answer>[] = [];
  private readonly inFlightMax: number;
  private readonly sizeMax: number;
  private scheduled = false;
  private inFlight = 0;

  constructor(
    /** Answers all questions of a batch, in their order, or rejects. */
    private readonly answerAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
    { inFlightMax = 2, sizeMax = 256 }: CollectorOptions = {},
  ) {
    this.inFlightMax = inFlightMax;
    this.sizeMax = sizeMax;
  }

  /** Resolves to the answer; rejects when its batch is not answered. */
  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ question, resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled || this.inFlight >= this.inFlightMax) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      void this.run(this.waiting.splice(0, this.sizeMax));
      if (this.waiting.length > 0) this.schedule();
    });
  }

  private async run(batch: readonly Waiting<Question, Answer>[]): Promise<void> {
    this.inFlight += 1;
    try {
      const answers = await this.answerAll(batch.map(({ question }) => question));
      if (answers.length !== batch.length) throw new Error('not every question was answered');
      for (const [i, { resolve }] of batch.entries()) resolve(answers[i] as Answer);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.inFlight -= 1;
      if (this.waiting.length > 0) this.schedule();
    }
  }
}
