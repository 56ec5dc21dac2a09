import { createHash } from 'node:crypto';
import type { Entry } from '@nordgate/chaos/history';
import { readHistory } from '@nordgate/chaos/history';
import type { ReadRecord } from './workload/account-history.js';

/** What happens in a run, in order: for its trace, and for the laws. */
export class RunRecord {
  readonly #trace: string[] = [];
  readonly #entries: string[] = [];
  readonly #reads: ReadRecord[] = [];

  /** @param elapsedMs simulated milliseconds since the run began */
  constructor(private readonly elapsedMs: () => number) {}

  /** A line of the trace. */
  readonly say = (line: string): void => {
    this.#trace.push(`${String(this.elapsedMs())} ${line}`);
  };

  /** A request of the TPP, or its answer. */
  readonly note = (entry: Entry): void => {
    this.#entries.push(`${JSON.stringify(entry)}\n`);
    this.say(`tpp ${JSON.stringify(entry)}`);
  };

  /** A read of an account. */
  readonly noteRead = (read: ReadRecord): void => {
    this.#reads.push(read);
    this.say(`tpp ${JSON.stringify(read)}`);
  };

  /** What the laws know of the TPP. */
  get history() {
    return { ...readHistory(this.#entries.join('')), reads: this.#reads };
  }

  /** The trace, and its SHA-256. */
  get result(): { readonly trace: readonly string[]; readonly hash: string } {
    const trace = [...this.#trace];
    return { trace, hash: createHash('sha256').update(trace.join('\n')).digest('hex') };
  }
}
