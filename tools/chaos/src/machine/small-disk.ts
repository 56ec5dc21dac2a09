import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const runProgram = promisify(execFile);

const fillTriesMax = 20;
const againMs = 20;

const unmounting = (folder: string) => ['--lazy', folder];
/** The folders that a disk is mounted on. */
const mounted = new Set<string>();

/** A disk would outlive a process that somebody ends, with its memory. */
function unmountWhenEnded(signal: 'SIGINT' | 'SIGTERM'): void {
  process.once(signal, () => {
    for (const folder of mounted) spawnSync('umount', unmounting(folder));
    process.kill(process.pid, signal);
  });
}

/** Whether this process may mount a disk. */
export const mayMount = () => process.getuid?.() === 0;

/** A disk in memory that can be full: its size becomes what is on it. */
export class SmallDisk {
  private constructor(
    readonly folder: string,
    private readonly bytes: number,
  ) {}

  /**
   * Mounts an empty disk on a folder.
   *
   * @throws Error when this process is not root's
   */
  static async mount(folder: string, bytes: number): Promise<SmallDisk> {
    if (!mayMount()) throw new Error('only root can mount a disk that becomes full');
    mkdirSync(folder, { recursive: true });
    await runProgram('mount', ['-t', 'tmpfs', '-o', `size=${String(bytes)}`, 'tmpfs', folder]);
    if (mounted.size === 0)
      for (const signal of ['SIGINT', 'SIGTERM'] as const) unmountWhenEnded(signal);
    mounted.add(folder);
    return new SmallDisk(folder, bytes);
  }

  /** From now on, nothing more can be written to new blocks (ENOSPC). @throws Error when the disk grows faster */
  async fill(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const { blocks, bfree, bsize } = await statfs(this.folder);
      try {
        return await this.#resize((blocks - bfree) * bsize);
      } catch (error) {
        // Something was written since, and the disk cannot be smaller than what is on it.
        if (tries === fillTriesMax) throw error;
        await sleep(againMs);
      }
    }
  }

  /** Gives the disk its size again. */
  empty(): Promise<void> {
    return this.#resize(this.bytes);
  }

  async unmount(): Promise<void> {
    // A program may have a file open for a moment longer.
    await runProgram('umount', unmounting(this.folder));
    mounted.delete(this.folder);
  }

  async #resize(bytes: number): Promise<void> {
    await runProgram('mount', ['-o', `remount,size=${String(bytes)}`, this.folder]);
  }
}
