import { setTimeout as delay } from 'node:timers/promises';
import type { Admin } from 'kafkajs';
import { pace } from '../pace.js';
import { groupIn } from './generations.js';
import type { Generation } from './generations.js';
import type { SharedAdmin } from './shared-admin.js';
import { topicEnds } from './topic-admin.js';

/**
 * Whether a group has handled everything of a generation that accepts nothing any more, so its ends are final. Errors of
 * kafkajs pass through.
 */
export async function isDrained(
  admin: Pick<Admin, 'fetchOffsets' | 'fetchTopicOffsets'>,
  older: Generation,
  group: string,
): Promise<boolean> {
  const { name } = older;
  const [known] = await admin.fetchOffsets({ groupId: groupIn(older, group), topics: [name] });
  const offsets = new Map(known?.partitions.map((one) => [one.partition, BigInt(one.offset)]));
  const ends = await topicEnds(admin, name);
  return ends.every(({ partition, high }) => high <= (offsets.get(partition) ?? 0n) || high === 0n);
}

interface DrainGateOptions {
  /** The group that reads the topic. */
  readonly group: string;
  /** The older generations of the topic that are there now. */
  readonly older: () => readonly Generation[];
  readonly admin: Pick<SharedAdmin, 'use'>;
  readonly pause: (partition: number) => void;
  readonly resume: (partition: number) => void;
  readonly onError: (error: unknown) => void;
  /** Between two looks. Default `pace.generations.drainMs`. */
  readonly everyMs?: number;
}

/**
 * Lets the records of a generation pass when its group has handled everything of the older ones. It looks only when a record has
 * arrived: this record shows that the older generations accept nothing any more (docs/adr/0081). What is drained stays drained.
 */
export class DrainGate {
  private isOpen = false;
  private readonly paused = new Set<number>();
  private waiting: Promise<void> | undefined;
  private readonly stopping = new AbortController();

  constructor(private readonly options: DrainGateOptions) {}

  /** Whether records of the partition may be handled now. Otherwise the partition is paused until then. */
  async mayPass(partition: number): Promise<boolean> {
    if (this.isOpen || (await this.looksOpen())) return true;
    this.paused.add(partition);
    this.options.pause(partition);
    this.waiting ??= this.wait();
    return false;
  }

  stop(): void {
    this.stopping.abort();
  }

  private async looksOpen(): Promise<boolean> {
    try {
      this.isOpen ||= await this.areDrained();
    } catch (error) {
      this.options.onError(error);
    }
    return this.isOpen;
  }

  private async areDrained(): Promise<boolean> {
    const { admin, group, older } = this.options;
    for (const one of older()) {
      if (!(await admin.use((asked) => isDrained(asked, one, group)))) return false;
    }
    return true;
  }

  private async wait(): Promise<void> {
    const { everyMs = pace.generations.drainMs, resume } = this.options;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await delay(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted || !(await this.looksOpen())) continue;
      for (const partition of this.paused) resume(partition);
      this.paused.clear();
      return;
    }
  }
}
