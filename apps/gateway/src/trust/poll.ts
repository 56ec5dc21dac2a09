/** Does something again and again, a pause after each end; never twice at a time. */
export class Poll {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;

  /** `work` deals with its own faults. */
  constructor(
    private readonly work: () => Promise<void>,
    private readonly pauseMs: number,
  ) {}

  start(): void {
    this.timer = setTimeout(() => {
      this.running = this.work().finally(() => {
        if (!this.isStopped) this.start();
      });
    }, this.pauseMs);
  }

  /** Resolves when what is running has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }
}
