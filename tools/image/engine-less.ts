import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where built bases and images are kept between runs; no other program of this machine uses this store. */
const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
export const imageCache = join(
  resolve(process.env['NORDGATE_CACHE_DIR'] || join(cache, 'nordgate')),
  'images',
);

/** Debian's packages that build and run an image without an engine. */
const programs = ['buildah', 'mmdebstrap', 'runc'] as const;

/** @throws Error with the missing programs, and how to install them */
export function requirePrograms(): void {
  const missing = programs.filter((name) => spawnSync(name, ['--version']).status !== 0);
  if (missing.length === 0) return;
  const install = `apt-get install --no-install-recommends ${programs.join(' ')}`;
  throw new Error(`test:image needs ${missing.join(', ')}, as root: ${install}`);
}

/** Runs buildah on the store of the cache, with its output on this terminal when it fails. */
export function buildah(args: readonly string[], input?: string): string {
  mkdirSync(imageCache, { recursive: true });
  const store = ['--root', join(imageCache, 'store'), '--runroot', join(imageCache, 'run')];
  return run('buildah', [...store, ...args], input);
}

/**
 * The standard output of a program, trimmed.
 *
 * @throws Error with both outputs when the program fails
 */
export function run(program: string, args: readonly string[], input = ''): string {
  const options = { input, encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
  const { status, error, stdout, stderr } = spawnSync(program, args, options);
  if (status === 0) return stdout.trim();
  const said = error?.message ?? `${stdout}\n${stderr}`;
  throw new Error(`${program} ${args.join(' ')} failed:\n${said}`);
}
