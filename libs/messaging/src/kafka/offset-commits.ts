import { setTimeout as pause } from 'node:timers/promises';
import { retryPauseMs } from '../retry-pause.js';

export interface PartitionOffset {
  readonly partition: number;
  /** The next message to read. */
  readonly offset: string;
}

/**
 * Tells the broker how far a consumer has come, one request at a time with all that has moved since
 * the last one. Nobody waits for it: a commit that is lost only repeats messages.
 */
export class OffsetCommits {
  private readonly pending = new Map<number, string>();
  private running: Promise<void> | undefined;
  private hurry = new AbortController();

  constructor(
    private readonly commit: (offsets: readonly PartitionOffset[]) => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Call it when the effects of everything before `offset` are committed. */
  reached({ partition, offset }: PartitionOffset): void {
    this.pending.set(partition, offset);
    this.running ??= this.run();
  }

  /** The partitions may be somebody else's now: what is not told yet stays untold. */
  forget(): void {
    this.pending.clear();
  }

  /** Resolves when all is told, or when telling has failed. */
  async flush(): Promise<void> {
    this.hurry.abort();
    await this.running;
    this.hurry = new AbortController();
  }

  /** So that many slices are one request: brokers write every commit down. */
  private async gather(): Promise<void> {
    await pause(gatherMs, undefined, { signal: this.hurry.signal }).catch(() => undefined);
  }

  private async run(): Promise<void> {
    await this.gather();
    for (let failures = 0; this.pending.size > 0 && failures < attemptsMax;) {
      const offsets = [...this.pending].map(([partition, offset]) => ({ partition, offset }));
      this.pending.clear();
      try {
        await this.commit(offsets);
        failures = 0;
        if (this.pending.size > 0) await this.gather();
      } catch (error) {
        this.onError(error);
        for (const { partition, offset } of offsets) {
          if (!this.pending.has(partition)) this.pending.set(partition, offset);
        }
        await pause(retryPauseMs(failures));
        failures += 1;
      }
    }
    this.running = undefined;
  }
}

const gatherMs = 50;
/** After that the next slice tries again. */
const attemptsMax = 3;
