import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { BankProcess } from './bank-process.js';

/** How often each kind of work was done. A statement is `statement` with its name. */
export type WorkCounts = Readonly<Record<string, number>>;

/** Readers and relays that a request has woken are at rest again after this time. */
const settledMs = 400;
const askEveryMs = 5;

/** A bank in one process that counts its work. */
export class CountingBank {
  private constructor(
    private readonly bank: BankProcess,
    private readonly file: string,
  ) {}

  /** Resolves when the bank is ready. Throws Error when it ends before. */
  static async start(dataDir: string): Promise<CountingBank> {
    const file = join(dataDir, 'counts.json');
    const hook = pathToFileURL(join(import.meta.dirname, '..', 'src', 'counting.mjs'));
    // The sandbox keeps traces, production samples few: neither is work of a request.
    const env = { TRACES_KEPT: '0', NODE_OPTIONS: `--import ${hook.href}`, COUNTS_FILE: file };
    return new CountingBank(await BankProcess.start({ dataDir, env }), file);
  }

  get addresses(): BankProcess['addresses'] {
    return this.bank.addresses;
  }

  /** What the bank does until a request and all that it sets in motion are done. */
  async countOf(request: () => Promise<unknown>): Promise<WorkCounts> {
    await this.taken();
    await request();
    await pause(settledMs);
    return this.taken();
  }

  async stop(): Promise<void> {
    await this.bank.stop();
  }

  /** The counts since they were taken last. */
  private async taken(): Promise<WorkCounts> {
    await rm(this.file, { force: true });
    process.kill(this.bank.pid, 'SIGUSR2');
    for (;;) {
      const text = await readFile(this.file, 'utf8').catch(() => undefined);
      if (text !== undefined) return JSON.parse(text) as WorkCounts;
      await pause(askEveryMs);
    }
  }
}

/** The median of each kind over several requests: timers of the bank fall into some of them. */
export function medianOf(all: readonly WorkCounts[]): WorkCounts {
  const kinds = new Set(all.flatMap((one) => Object.keys(one)));
  const middle = (kind: string) =>
    all.map((one) => one[kind] ?? 0).toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
  return Object.fromEntries(
    [...kinds].map((kind) => [kind, middle(kind)] as const).filter(([, count]) => count > 0),
  );
}
