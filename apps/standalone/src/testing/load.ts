import { eventually } from '@nordgate/testing';

/** Work that repeats until it is stopped, and what it could not do. */
export class Load {
  readonly errors: unknown[] = [];
  private readonly rounds: number[];
  private isStopped = false;
  private readonly running: Promise<unknown>;

  constructor(works: readonly (() => Promise<unknown>)[]) {
    this.rounds = works.map(() => 0);
    this.running = Promise.all(works.map((work, at) => this.repeat(work, at)));
  }

  /** Resolves when each work has begun and ended once more. */
  async settled(): Promise<void> {
    const before = [...this.rounds];
    await eventually('each work is done once more', () =>
      Promise.resolve(this.rounds.every((count, at) => count >= (before[at] ?? 0) + 2)),
    );
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  private async repeat(work: () => Promise<unknown>, at: number): Promise<void> {
    while (!this.isStopped) {
      await work().catch((error: unknown) => this.errors.push(error));
      this.rounds[at] = (this.rounds[at] ?? 0) + 1;
    }
  }
}
