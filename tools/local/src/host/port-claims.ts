import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Longer than any server takes from the choice of its port until it listens. */
const claimMs = 600_000;

/** A file for each port that a process has chosen, and whose server may not listen yet. */
export class PortClaims {
  /** @param folder shared by the processes; made when it is missing */
  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true });
  }

  /** Those of all processes of this user. */
  static ofUser(): PortClaims {
    return new PortClaims(join(tmpdir(), `nordgate-ports-${String(process.getuid?.() ?? 0)}`));
  }

  /** Claims a port for ten minutes. @returns false when a process has claimed it already */
  claim(port: number): boolean {
    try {
      writeFileSync(join(this.folder, String(port)), '', { flag: 'wx' });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      return false;
    }
  }

  /** Removes claims that have ended. @param now in milliseconds */
  removeEnded(now = Date.now()): void {
    for (const name of readdirSync(this.folder)) {
      const claim = join(this.folder, name);
      // Another process may have removed it.
      const claimed = statSync(claim, { throwIfNoEntry: false })?.mtimeMs ?? now;
      if (now - claimed > claimMs) rmSync(claim, { force: true });
    }
  }
}
