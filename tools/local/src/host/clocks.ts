import { chmodSync, existsSync, globSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** For programs with threads: Node is one. */
const libraries = '/usr/lib/*/faketime/libfaketimeMT.so.1';

/**
 * The clocks of the instances of a cluster and of its PostgreSQL, which can be wrong by some seconds while they run. libfaketime answers their
 * questions for the time, and looks for the difference in a file of each.
 */
export class Clocks {
  private constructor(
    private readonly folder: string,
    private readonly library: string,
  ) {}

  /** @throws Error when this machine has no libfaketime */
  static in(dataDir: string): Clocks {
    const [library] = globSync(libraries);
    if (library === undefined) {
      throw new Error(`no ${libraries} on this machine: install Debian's package faketime`);
    }
    const folder = join(dataDir, 'clocks');
    mkdirSync(folder, { recursive: true });
    // The account of PostgreSQL passes the folder of the data on its way to its clock.
    chmodSync(dataDir, 0o711);
    return new Clocks(folder, library);
  }

  /** The environment variables of an instance whose clock can be set. */
  readonly envOf = (instance: string): Record<string, string> => {
    const file = this.#fileOf(instance);
    if (!existsSync(file)) this.set(instance, 0);
    return {
      LD_PRELOAD: this.library,
      FAKETIME_TIMESTAMP_FILE: file,
      // The default is ten seconds.
      FAKETIME_CACHE_DURATION: '1',
      // Timers and durations are measured by a clock that never jumps.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  };

  /** Sets the clock of an instance to so many seconds ahead of the clock of this machine, or behind; 0 is right. */
  set(instance: string, seconds: number): void {
    const file = this.#fileOf(instance);
    // A reader finds the old difference or the new one.
    writeFileSync(`${file}.new`, `${seconds < 0 ? '-' : '+'}${String(Math.abs(seconds))}\n`);
    renameSync(`${file}.new`, file);
  }

  #fileOf(instance: string): string {
    return join(this.folder, instance);
  }
}
