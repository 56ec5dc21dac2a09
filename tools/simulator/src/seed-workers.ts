import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Options } from './options.js';
import type { SeedSummary } from './report.js';
import type { SeedJob } from './simulator.js';

/**
 * What a seed makes is garbage when it ends, so most of it is never copied when the collector seldom runs. In MB; a worker
 * takes three times as much. There is a worker for each core, so threads of the collector only wait for each other.
 * Nobody reads the stacks of errors of many seeds.
 */
const fast = [
  ...['--min-semi-space-size=256', '--max-semi-space-size=256', '--single-threaded-gc'],
  '--stack-trace-limit=0',
];

interface Waiting {
  readonly job: SeedJob;
  readonly resolve: (seed: SeedSummary) => void;
  readonly reject: (error: Error) => void;
}

/** Processes that run seeds. A seed goes to the first process that is free. */
export class SeedWorkers {
  readonly #children: ChildProcess[];
  readonly #idle: ChildProcess[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #running = new Map<ChildProcess, Waiting>();
  #alive: number;

  /** @param program the compiled `seed-worker` */
  constructor(program: string, count: number, postgres: Options['postgres'] = 'model') {
    this.#alive = count;
    this.#children = Array.from({ length: count }, () => {
      const child = fork(program, [postgres], {
        execArgv: [...process.execArgv, ...fast],
        env: { ...process.env, NODE_OPTIONS: '' },
      });
      child.on('message', (message) => this.#answered(child, message as SeedSummary | 'ready'));
      child.on('exit', (code, signal) => this.#ended(child, String(signal ?? code)));
      return child;
    });
  }

  /** Rejects when the process ends before the seed does. */
  run(job: SeedJob): Promise<SeedSummary> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      this.#next();
    });
  }

  async end(): Promise<void> {
    const alive = this.#children.filter(({ connected }) => connected);
    const ends = alive.map((child) => once(child, 'exit'));
    for (const child of alive) child.disconnect();
    await Promise.all(ends);
  }

  #next(): void {
    if (this.#alive === 0) {
      for (const { reject } of this.#waiting.splice(0)) reject(new Error('all workers have ended'));
    }
    while (this.#waiting.length > 0) {
      const child = this.#idle.shift();
      if (child === undefined) return;
      const next = this.#waiting.shift() as Waiting;
      this.#running.set(child, next);
      child.send(next.job);
    }
  }

  #answered(child: ChildProcess, answer: SeedSummary | 'ready'): void {
    if (answer !== 'ready') this.#running.get(child)?.resolve(answer);
    this.#running.delete(child);
    this.#idle.push(child);
    this.#next();
  }

  #ended(child: ChildProcess, how: string): void {
    this.#alive -= 1;
    if (this.#idle.includes(child)) this.#idle.splice(this.#idle.indexOf(child), 1);
    const lost = this.#running.get(child);
    lost?.reject(new Error(`a worker ended (${how}) at seed ${String(lost.job.seed)}`));
    this.#running.delete(child);
    this.#next();
  }
}
