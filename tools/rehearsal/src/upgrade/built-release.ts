import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { run } from '@nordgate/local/programs';
import { repository } from '../releases.js';

interface BuildOptions {
  readonly say: (line: string) => void;
  /** Gets the removal of a folder that is made for the rehearsal. */
  readonly endings: (() => Promise<void>)[];
}

const git = async (...args: readonly string[]) =>
  (await promisify(execFile)('git', [...args], { cwd: repository })).stdout.trim();

/**
 * The release in a folder, or a commit that is built in a temporary folder.
 *
 * @returns the folder
 * @throws Error for neither, for a folder that is not built, and when the commit cannot be built
 */
export async function builtRelease(from: string, options: BuildOptions): Promise<string> {
  const folder = resolve(from);
  if (existsSync(join(folder, 'package.json'))) {
    if (!existsSync(programOf(folder, 'gateway'))) {
      throw new Error(`${folder} is not built: run npm ci and npm run build there`);
    }
    return folder;
  }
  const commit = await git('rev-parse', '--verify', '--quiet', `${from}^{commit}`).catch(() => {
    throw new Error(`--from=${from} is neither a commit nor a folder with a release`);
  });
  return buildCommit(commit, options);
}

/** The program of an app of a release. */
export function programOf(folder: string, app: string): string {
  return join(folder, 'apps', app, 'dist', 'main.js');
}

async function buildCommit(commit: string, { say, endings }: BuildOptions): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'nordgate-release-'));
  const folder = join(parent, commit.slice(0, 8));
  endings.push(async () => {
    // The worktree may not exist yet.
    await git('worktree', 'remove', '--force', folder).catch(() => undefined);
    await rm(parent, { recursive: true, force: true });
  });
  await git('worktree', 'add', '--detach', folder, commit);
  const interrupt = new AbortController();
  const options = { folder, say, signal: interrupt.signal };
  const building = (async () => {
    await step('npm ci', ['ci', '--no-audit', '--no-fund'], options);
    await step('npm run build', ['run', '-s', 'build'], options);
  })();
  // A build that goes on would write to the folder that is removed.
  endings.push(async () => {
    interrupt.abort();
    await building.catch(() => undefined);
  });
  await building;
  return folder;
}

interface StepOptions {
  readonly folder: string;
  readonly say: BuildOptions['say'];
  /** Ends the step. */
  readonly signal: AbortSignal;
}

const progressMs = 30_000;

async function step(
  name: string,
  args: readonly string[],
  { folder, say, signal }: StepOptions,
): Promise<void> {
  const started = performance.now();
  const secondsOf = () => ((performance.now() - started) / 1000).toFixed(0);
  say(`${name} in ${folder}`);
  const progress = setInterval(() => say(`${name} still runs, ${secondsOf()} s`), progressMs);
  try {
    await run('npm', args, { cwd: folder, env: ownEnvironment(), signal });
  } finally {
    clearInterval(progress);
  }
  say(`${name} took ${secondsOf()} s`);
}

/** Without what npm tells the scripts of this tree, and with the Node that runs the rehearsal. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$)/.test(name));
  const path = [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
  return { ...Object.fromEntries(kept), NODE_OPTIONS: '', PATH: path };
}
