import type { Consumption } from '../bus.js';
import type { Generation } from './generations.js';
import type { KnownGenerations } from './known-generations.js';

/** Reads one generation of a topic. */
export interface GenerationReader extends Consumption {
  /** Resolves when the group has accepted the reader. */
  start(): Promise<void>;
  /** Why it does not read all of its partitions yet. */
  readonly waitsFor: Error | undefined;
}

interface TopicReadersOptions {
  readonly generations: Pick<KnownGenerations, 'known' | 'onChange'>;
  /** The generations of the topic that are there now. */
  readonly of: () => readonly Generation[];
  readonly open: (generation: Generation) => GenerationReader;
  readonly onError: (error: unknown) => void;
}

/** Reads a topic for one group: each of its generations with a reader, as long as the brokers have it. */
export class TopicReaders implements Consumption {
  private readonly readers = new Map<string, GenerationReader>();
  /** Readers that are no part of whether the process is ready, until they have joined. */
  private readonly joining = new Set<GenerationReader>();
  private unlisten: (() => void) | undefined;
  private hasStarted = false;
  private stopped = false;

  constructor(private readonly options: TopicReadersOptions) {}

  /** Resolves when the groups of all generations that are there have accepted a reader. */
  async start(): Promise<void> {
    const { generations, of } = this.options;
    await generations.known();
    if (this.stopped) throw new Error('the consumer was stopped');
    this.unlisten = generations.onChange(() => this.follow());
    await Promise.all(of().map((generation) => this.add(generation).start()));
    this.hasStarted = true;
  }

  /** Why the group does not read everything yet. */
  get waitsFor(): Error | undefined {
    if (!this.hasStarted) return new Error('the group is not joined yet');
    const joined = [...this.readers.values()].filter((reader) => !this.joining.has(reader));
    return joined.find(({ waitsFor }) => waitsFor !== undefined)?.waitsFor;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.unlisten?.();
    await Promise.all([...this.readers.values()].map((reader) => reader.stop()));
  }

  private add(generation: Generation): GenerationReader {
    const reader = this.options.open(generation);
    this.readers.set(generation.name, reader);
    return reader;
  }

  /** Begins to read generations that are new, and stops to read those that are gone. */
  private follow(): void {
    const { of, onError } = this.options;
    const there = of();
    for (const [name, reader] of this.readers) {
      if (there.some((generation) => generation.name === name)) continue;
      this.readers.delete(name);
      void reader.stop().catch(onError);
    }
    for (const generation of there) {
      if (this.readers.has(generation.name)) continue;
      const reader = this.add(generation);
      this.joining.add(reader);
      const joined = () => this.joining.delete(reader);
      reader.start().then(joined, (error: unknown) => {
        if (!this.stopped && this.readers.get(generation.name) === reader) onError(error);
      });
    }
  }
}
