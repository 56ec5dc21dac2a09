import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { goProgram } from '@nordgate/local/go-program';
import { cacheFolder } from '@nordgate/local/programs';
import { linesOf, models } from './recorder.js';
import type { Model, Operation } from './recorder.js';

const run = promisify(execFile);
/** The same depth in `src` and `dist`. */
const moduleFolder = fileURLToPath(new URL('../go/', import.meta.url));
const outputBytesMax = 16 * 1024 * 1024;

/** What porcupine says of the history of one model and seed. */
export interface Verdict {
  readonly model: Model;
  readonly seed: number;
  readonly operations: number;
  /** Operations whose answer nobody has. */
  readonly lost: number;
  readonly verdict:
    | 'linearisable'
    | 'not linearisable'
    | 'not judged in time'
    /** Two keys were answered with one id. */
    | 'one id for two things';
}

/**
 * The judge: the program of `go/` with porcupine. Go builds it at the first call, checks its module against `go.sum`, and
 * it stays in the cache under a name that depends on its sources.
 *
 * @returns its path
 * @throws Error when there is no Go (see `goProgram`), and when the build fails
 */
export async function judgeProgram(
  say: (line: string) => void,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const hash = createHash('sha256');
  for (const file of globSync('*', { cwd: moduleFolder }).sort()) {
    hash.update(readFileSync(join(moduleFolder, file)));
  }
  const parent = join(cacheFolder(env), 'linearisability');
  const folder = join(parent, hash.digest('hex').slice(0, 12));
  if (!existsSync(folder)) {
    const atLeast = /^go (\d+\.\d+)/m.exec(readFileSync(join(moduleFolder, 'go.mod'), 'utf8'))?.[1];
    const go = await goProgram(atLeast ?? '', say, env);
    mkdirSync(parent, { recursive: true });
    const draft = mkdtempSync(join(parent, 'building-'));
    say(`building the judge to ${folder}`);
    const args = ['build', '-trimpath', '-mod=readonly', '-o', join(draft, 'judge'), '.'];
    await run(go, args, { cwd: moduleFolder, env: { ...env, CGO_ENABLED: '0' } });
    if (!existsSync(folder)) renameSync(draft, folder);
  }
  return join(folder, 'judge');
}

/** Lets the judge look at histories, by model and seed. @throws Error when it cannot read them */
export async function judged(
  program: string,
  operations: readonly Operation[],
): Promise<readonly Verdict[]> {
  const folder = await mkdtemp(join(tmpdir(), 'nordgate-histories-'));
  try {
    const file = join(folder, 'histories.jsonl');
    await writeFile(file, linesOf(operations));
    return await judgedFile(program, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same for a file of exported histories. */
async function judgedFile(program: string, file: string): Promise<readonly Verdict[]> {
  const { stdout } = await run(program, [file], { maxBuffer: outputBytesMax });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Verdict);
}

/** Whether porcupine has not accepted a history. */
export const isRejected = ({ verdict }: Verdict) => verdict !== 'linearisable';

/** What porcupine says of many histories: a line for each model. */
export const tableOf = (verdicts: readonly Verdict[]): readonly string[] =>
  models.map((model) => {
    const all = verdicts.filter((one) => one.model === model);
    const rejected = all.filter(isRejected).length;
    const sumOf = (what: 'operations' | 'lost') =>
      String(all.reduce((sum, one) => sum + one[what], 0));
    return (
      `${model.padEnd(9)} ${String(all.length - rejected)} accepted, ${String(rejected)} rejected: ` +
      `${sumOf('operations')} operations, ${sumOf('lost')} without an answer`
    );
  });
