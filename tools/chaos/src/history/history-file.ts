import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { Entry } from './history.js';

interface Waiting {
  readonly line: string;
  readonly written: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * The history on disk: JSON lines, append-only. A noted entry survives a crash of this process, so the
 * checker knows every request that was sent.
 */
export class HistoryFile {
  private waiting: Waiting[] = [];
  private writing: Promise<void> | undefined;

  private constructor(private readonly file: FileHandle) {}

  /** Opens the file for appending. @throws Error when it cannot be written */
  static async open(path: string): Promise<HistoryFile> {
    return new HistoryFile(await open(path, 'a', 0o600));
  }

  /** Resolves when the entry is on the disk. Concurrent entries share one sync. */
  note(entry: Entry): Promise<void> {
    return new Promise((written, failed) => {
      this.waiting.push({ line: `${JSON.stringify(entry)}\n`, written, failed });
      this.writing ??= this.writeAll();
    });
  }

  async close(): Promise<void> {
    await this.writing;
    await this.file.close();
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0);
      try {
        await this.file.appendFile(batch.map(({ line }) => line).join(''));
        await this.file.datasync();
        for (const { written } of batch) written();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.writing = undefined;
  }
}
