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
} as const;

/** The command line is wrong, or one of its files cannot be used. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The end of every help text. */
export const exitCodesHelp = `
Exit codes: 0 done; 1 the bank rejects the request (or would); 2 wrong usage, or a file that cannot
be used; 3 the answer's seal does not hold; 4 the bank cannot be reached.`;

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

/** The path of a file that `npm start` creates. Undefined when the file does not exist. */
export function sandboxFile(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  return existsSync(path) ? path : undefined;
}
