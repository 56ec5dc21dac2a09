import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { EventStore } from '@nordgate/event-store';
import { LOG } from '@nordgate/service';
import { describeError } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import { keepLastReads } from './last-reads.rows.js';
import type { NotedRead } from './last-reads.rows.js';

/** The longest time that a read waits for its batch. */
const waitMs = 1000;
/** Reads in one batch. */
export const batchMax = 500;
/** Reads that are kept in memory while the database is down. Further ones are not noted. */
export const notedMax = 10_000;

/**
 * Notes the last reads of accounts in memory and writes them in batches, so that no read waits for it. A
 * kill of the process loses the reads of the last second.
 */
@Injectable()
export class LastReads implements OnApplicationShutdown {
  private noted = new Map<string, NotedRead>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;
  /** The next batch waits for the timer. */
  private hasFailed = false;
  private isClosed = false;

  constructor(
    private readonly store: EventStore,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Notes reads. Returns at once. */
  note(reads: Iterable<NotedRead>): void {
    if (this.isClosed) return;
    for (const read of reads) this.add(read);
    const isFull = this.noted.size >= batchMax && this.writing === undefined;
    if (isFull && !this.hasFailed) void this.flush();
    else this.wait();
  }

  /** Resolves when everything is written that was noted before. A failure is logged, and the reads stay noted. */
  async flush(): Promise<void> {
    await this.writing;
    this.writing ??= this.write().finally(() => {
      this.writing = undefined;
    });
    await this.writing;
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    await this.flush();
    clearTimeout(this.timer);
  }

  /** How many reads wait. */
  get size(): number {
    return this.noted.size;
  }

  private add(read: NotedRead): void {
    const key = keyOf(read);
    const known = this.noted.get(key);
    if (known === undefined && this.noted.size >= notedMax) return;
    if (known === undefined || known.at < read.at) this.noted.set(key, read);
  }

  private wait(): void {
    if (this.noted.size === 0) return;
    this.timer ??= setTimeout(() => void this.flush(), waitMs).unref();
  }

  private async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.hasFailed = false;
    const reads = [...this.noted.values()];
    this.noted = new Map();
    for (let from = 0; from < reads.length; from += batchMax) {
      try {
        await keepLastReads(this.store.database, reads.slice(from, from + batchMax));
      } catch (error) {
        this.log.warn({ err: describeError(error) }, 'cannot keep the last reads of accounts');
        this.hasFailed = true;
        for (const read of reads.slice(from)) this.add(read);
        if (!this.isClosed) this.wait();
        return;
      }
    }
  }
}

function keyOf(read: NotedRead): string {
  const { customerId, generation, tpp, context, account, kind, attended } = read;
  return JSON.stringify([customerId, generation, tpp, context, account, kind, attended]);
}
