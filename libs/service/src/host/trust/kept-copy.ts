import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { registerOf } from './tpp-register.js';
import type { TppRegister } from './tpp-register.js';

/** A register that an earlier process has kept. */
export interface KeptRegister {
  readonly register: TppRegister;
  /** The time of the service's last good answer. */
  readonly goodAt: Date;
}

/**
 * The last good answer of the service of the register on a disk, in the form of the register's file. The time
 * of its last change is the time of the answer. Several processes may share the file.
 */
export class KeptCopy {
  constructor(private readonly path: string) {}

  /** Keeps an answer; without a text, that the kept answer is still good. Rejects when it cannot be written. */
  async keep(text: string | undefined): Promise<void> {
    if (text === undefined) {
      const now = new Date();
      return utimes(this.path, now, now);
    }
    const draft = `${this.path}.${randomUUID()}`;
    try {
      await writeFile(draft, text, { mode: 0o600 });
      await rename(draft, this.path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  /** Undefined without a copy that can be used. A copy from the future has the age of `now`. */
  async read(now: Date): Promise<KeptRegister | undefined> {
    try {
      const { mtime } = await stat(this.path);
      const register = registerOf(await readFile(this.path, 'utf8'));
      return { register, goodAt: mtime < now ? mtime : now };
    } catch {
      return undefined;
    }
  }
}
