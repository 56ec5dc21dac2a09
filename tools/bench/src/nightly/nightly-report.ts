import type { EmbeddedServer } from '@nordgate/local/postgres';
import { say } from '@nordgate/local/tool';
import type { NightlyClock } from './nightly-clock.js';

/** Where a nightly run keeps its data, and its clock. */
export interface NightlyPlace {
  readonly dataDir: string;
  readonly clocksDir: string;
}

/** What the phases of a nightly run share. */
export interface NightlyParts {
  readonly dataDir: string;
  readonly server: EmbeddedServer;
  readonly clock: NightlyClock;
  readonly report: NightlyReport;
}

/** Prints what a nightly run does, and keeps whether every check held. */
export class NightlyReport {
  private readonly failed: string[] = [];

  /** Whether every check held so far. */
  get hasHeld(): boolean {
    return this.failed.length === 0;
  }

  /** Runs a phase, and prints its time and what it says of itself. */
  async phase(name: string, work: () => Promise<string>): Promise<void> {
    const started = performance.now();
    const what = await work();
    say(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s, ${what}`);
  }

  /** Prints a verdict. What is not as expected fails the run. */
  check(what: string, found: unknown, expected: unknown): void {
    const [seen, wanted] = [found, expected].map((one) => JSON.stringify(one));
    const held = seen === wanted;
    if (!held) this.failed.push(what);
    say(
      held
        ? `   held    ${what}: ${seen ?? ''}`
        : `   FAILED  ${what}: ${seen ?? ''}, not ${wanted ?? ''}`,
    );
  }
}
