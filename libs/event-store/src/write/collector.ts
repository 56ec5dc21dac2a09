interface Asked<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export interface CollectorOptions {
  /** Questions asked at once; what comes meanwhile makes the next ones. Default 2. */
  readonly inFlightMax?: number;
  /** How many go together. Default 256. */
  readonly sizeMax?: number;
}

/**
 * Questions that come in one turn of the event loop, asked together. An idle process waits for
 * nothing: there is no timer. Load makes what goes together larger by itself, and every answer is at
 * least as fresh as its question.
 */
export class Collector<Question, Answer> {
  private readonly waiting: Asked<Question, Answer>[] = [];
  private readonly inFlightMax: number;
  private readonly sizeMax: number;
  private scheduled = false;
  private inFlight = 0;

  constructor(
    /** Answers all of these questions, in their order, or rejects. */
    private readonly answerAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
    { inFlightMax = 2, sizeMax = 256 }: CollectorOptions = {},
  ) {
    this.inFlightMax = inFlightMax;
    this.sizeMax = sizeMax;
  }

  /** Rejects when those that it was asked together with are not answered. */
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

  private async run(asked: readonly Asked<Question, Answer>[]): Promise<void> {
    this.inFlight += 1;
    try {
      const answers = await this.answerAll(asked.map(({ question }) => question));
      if (answers.length !== asked.length) throw new Error('not every question was answered');
      for (const [i, { resolve }] of asked.entries()) resolve(answers[i] as Answer);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    } finally {
      this.inFlight -= 1;
      if (this.waiting.length > 0) this.schedule();
    }
  }
}
