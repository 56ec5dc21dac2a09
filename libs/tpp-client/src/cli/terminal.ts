import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { spawn } from 'node:child_process';
import { KeyFileError, passphraseVariable } from '../identity/key-files.js';
import type { GetPassphrase, NamedFile } from '../identity/key-files.js';
import { certificateTextIn } from '../identity/read-identity.js';

/** The streams of a command, and the person at them. */
export interface Terminal {
  /** The result, for a pipe. */
  out(text: string): void;
  /** Messages about the result. */
  err(text: string): void;
  readStdin(): Promise<Buffer>;
  /** Asks the person for a secret, without showing it. Undefined where no person is at the terminal. */
  askSecret(question: string): Promise<string | undefined>;
  /** Opens an address in the browser of the person. False where there is none. */
  browse(address: string): Promise<boolean>;
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
  askSecret,
  browse: openBrowser,
  isInteractive: process.stdout.isTTY,
  interrupted() {
    const controller = new AbortController();
    process.once('SIGINT', () => controller.abort());
    return controller.signal;
  },
};

/** Nothing of what is typed is shown. Ctrl-C or the end of the input gives no secret. */
async function askSecret(question: string): Promise<string | undefined> {
  const { stdin: input, stderr } = process;
  if (!input.isTTY || !stderr.isTTY) return undefined;
  const output = new Writable({ write: (_echo, _encoding, done) => done() });
  const reader = createInterface({ input, output, terminal: true });
  stderr.write(question);
  const secret = await new Promise<string | undefined>((resolve) => {
    reader.once('line', resolve);
    reader.once('SIGINT', () => reader.close());
    reader.once('close', () => resolve(undefined));
  });
  reader.close();
  stderr.write('\n');
  return secret;
}

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

/** The file of an option with its name. @throws UsageError when it cannot be read */
export async function namedFileOf(path: string, option: string): Promise<NamedFile> {
  return { option, path, bytes: await fileOf(path, option) };
}

/** The certificates of the file of an option, in PEM or DER, as PEM text. @throws UsageError */
export async function certificateTextOf(path: string, option: string): Promise<string> {
  const file = await namedFileOf(path, option);
  return usable(() => certificateTextIn(file));
}

/** The result of reading a key or certificate file. @throws UsageError instead of KeyFileError */
export async function usable<Result>(read: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof KeyFileError ? new UsageError(error.message) : error;
  }
}

/** The passphrase of the environment, else of the person at the terminal, who is asked once for each file. */
export function passphrasesOf(terminal: Pick<Terminal, 'askSecret'>): GetPassphrase {
  const passphrase = setPassphrase();
  const given = new Map<string, Promise<string | undefined>>();
  return ({ path }) => {
    if (passphrase !== undefined) return Promise.resolve(passphrase);
    const asked = given.get(path) ?? terminal.askSecret(`Passphrase of ${path}: `);
    given.set(path, asked);
    return asked;
  };
}

function setPassphrase({ [passphraseVariable]: passphrase } = process.env): string | undefined {
  return passphrase;
}

const certificateFile = /(?<!\.key)\.(?:pem|crt|cer|der)$/;

/** The certificates of a folder: its `*.pem` without keys, `*.crt`, `*.cer` and `*.der`. @throws UsageError when there are none */
export async function certificatesIn(folder: string, option: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${option}: ${folder} cannot be read (${error.code ?? error.message})`);
  });
  const paths = names.filter((one) => certificateFile.test(one)).sort();
  if (paths.length === 0) throw new UsageError(`${option}: there is no *.pem in ${folder}`);
  return Promise.all(paths.map((name) => certificateTextOf(join(folder, name), option)));
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

/** Programs that open an address in the browser of the person, by platform. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  linux: ['xdg-open'],
};

/**
 * Opens an address in the browser. False for one that is no web address, and where no browser can be
 * opened. The browser goes on when this process ends.
 */
export function openBrowser(address: string): Promise<boolean> {
  const isWeb = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  const [program, ...args] = openers[process.platform] ?? [];
  if (program === undefined || !isWeb || !hasScreen(process.env)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

/** On Linux a desktop announces itself in the environment. */
const hasScreen = ({ DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv) =>
  process.platform !== 'linux' || Boolean(DISPLAY ?? WAYLAND_DISPLAY);
