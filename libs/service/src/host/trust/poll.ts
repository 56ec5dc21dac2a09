/** Repeats a task with a delay after each run. Two runs never overlap. */
export class Poll {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;

  /** @param task never rejects */
  constructor(
    private readonly task: () => Promise<void>,
    private readonly delayMs: number,
  ) {}

  start(): void {
    this.timer = setTimeout(() => {
      this.running = this.task().finally(() => {
        if (!this.isStopped) this.start();
      });
    }, this.delayMs);
  }

  /** Resolves when the current run has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }
}
