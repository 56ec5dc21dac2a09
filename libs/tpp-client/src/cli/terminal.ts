import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The streams of a command. */
export interface Terminal {
  /** The result, for a pipe. */
  out(text: string): void;
  /** Messages about the result. */
  err(text: string): void;
  readStdin(): Promise<Buffer>;
  /** Whether a person reads `out`. */
  readonly isInteractive: boolean;
  /** Ends a wait in order when the person presses Ctrl-C. A second Ctrl-C ends the process. */
  interrupted(): AbortSignal;
}

/** The terminal of this process. */
export const processTerminal: Terminal = {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
  async readStdin() {
    const parts: Buffer[] = [];
    for await (const part of process.stdin) parts.push(part as Buffer);
    return Buffer.concat(parts);
  },
  isInteractive: process.stdout.isTTY,
  interrupted() {
    const controller = new AbortController();
    process.once('SIGINT', () => controller.abort());
    return controller.signal;
  },
};

/** The exit codes of the process, as documented by `--help`. */
export const exitCodes = {
  fine: 0,
  /** The bank answered 400 or more, or would reject the explained request. */
  refused: 1,
  usage: 2,
  /** The seal of the answer is missing or does not hold. */
  notTrusted: 3,
  unreachable: 4,
  /** The PSU has not decided within the time of `--wait`. */
  late: 5,
  /** By Ctrl-C, as shells count it. */
  interrupted: 130,
} as const;

/** A journey ends before its goal, for a reason that is no fault of this program. */
export class JourneyEnd extends Error {
  override readonly name = 'JourneyEnd';

  constructor(
    message: string,
    readonly kind: 'refused' | 'late' | 'interrupted',
  ) {
    super(message);
  }
}

/** The command line is wrong, or one of its files cannot be used. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The end of every help text. */
export const exitCodesHelp = `
Exit codes: 0 done; 1 the bank rejects the request (or would), or the PSU refuses; 2 wrong usage, or a
file that cannot be used; 3 the answer's seal does not hold; 4 the bank cannot be reached; 5 the PSU has
not decided in time; 130 interrupted.`;

/** The bytes of the file of an option. @throws UsageError when it cannot be read */
export async function fileOf(path: string, option: string): Promise<Buffer> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${option}: ${path} cannot be read (${error.code ?? error.message})`);
  });
}

/** The text of the file of an option. @throws UsageError when it cannot be read */
export async function textOf(path: string, option: string): Promise<string> {
  return (await fileOf(path, option)).toString('utf8');
}

/** The certificates of a folder: its `*.pem` without keys. @throws UsageError when there are none */
export async function certificatesIn(folder: string, option: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${option}: ${folder} cannot be read (${error.code ?? error.message})`);
  });
  const paths = names.filter((one) => one.endsWith('.pem') && !one.endsWith('.key.pem')).sort();
  if (paths.length === 0) throw new UsageError(`${option}: there is no *.pem in ${folder}`);
  return Promise.all(paths.map((name) => textOf(join(folder, name), option)));
}

/** The folder in which `npm start` keeps its certificates: that of its environment. */
export function sandboxFolder({ NORDGATE_DATA_DIR: folder } = process.env): string {
  return join(folder === undefined || folder === '' ? '.nordgate' : folder, 'sandbox');
}

/** The folder of the CAs that `npm start` trusts besides its own, by its environment. */
export function trustFolder({ NORDGATE_TRUST_DIR: folder } = process.env): string | undefined {
  return folder === '' ? undefined : folder;
}

/** The path of a file that `npm start` creates. Undefined when the file does not exist. */
export function sandboxFile(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  return existsSync(path) ? path : undefined;
}
