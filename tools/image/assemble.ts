import {
  copyFileSync,
  existsSync,
  globSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { apps, runtimeFolders, sandboxApps } from './images.ts';
import { isInstalled, packageName, productionLock } from './production-lock.ts';
import type { Lock } from './production-lock.ts';

/**
 * Copies what the images have from an installed and built tree to `out`: `node`, `packages` (installed packages
 * that every image needs), `<app>` (the app's other packages and this repository's build), `<app>-sandbox` (the part of
 * the app's build that only a sandbox needs), and the empty folder `state`. The Dockerfile runs it:
 *
 *     node tools/image/assemble.ts <out>
 *
 * @throws Error when the tree is not built, or an installed package is missing
 */
export function assemble(root: string, out: string): void {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, 'state'), { recursive: true });
  const [node, ...others] = globSync('node_modules/node-linux-*/bin/node', { cwd: root });
  if (node === undefined || others.length > 0) throw new Error('not one Node is installed');
  copyFileSync(join(root, node), join(out, 'node'));
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const platform = { os: 'linux', cpu: process.arch };
  const locks = apps.map((app) => productionLock(lock, `apps/${app}`, platform).packages);
  const isEverywhere = (location: string) => locks.every((packages) => location in packages);
  apps.forEach((app, at) => {
    for (const [location, entry] of Object.entries(locks[at] ?? {})) {
      if (location === '') continue;
      const isPackage = isInstalled(location) && entry.link !== true;
      if (isPackage && isEverywhere(location)) {
        if (at === 0) copyPackage(join(root, location), join(out, 'packages', location));
      } else if (isPackage) copyPackage(join(root, location), join(out, app, location));
      else if (entry.link === true) linkProject(join(out, app), location, entry.resolved ?? '');
      else copyProject(root, join(out, app), location);
    }
  });
  for (const app of sandboxApps) {
    const sandbox = join('apps', app, 'dist', 'sandbox');
    copyTree(join(root, sandbox), join(out, `${app}-sandbox`, sandbox), isRuntime);
  }
}

const isRuntime = (path: string): boolean =>
  !/(^|\/)testing(\/|$)|\.d\.ts(\.map)?$|\.tsbuildinfo$/.test(path);

/**
 * A project of this repository: its build without the sandbox of an app, its package.json, and the folders that it
 * reads.
 */
function copyProject(root: string, out: string, project: string): void {
  const dist = join(root, project, 'dist');
  if (!existsSync(dist)) throw new Error(`${project} is not built`);
  const isSandbox = (path: string) => project.startsWith('apps/') && path === 'sandbox';
  copyTree(dist, join(out, project, 'dist'), (path) => isRuntime(path) && !isSandbox(path));
  for (const folder of runtimeFolders[project] ?? []) {
    copyTree(join(root, project, folder), join(out, project, folder), () => true);
  }
  const manifest = JSON.parse(readFileSync(join(root, project, 'package.json'), 'utf8')) as object;
  const shown = { ...manifest, devDependencies: undefined, nx: undefined };
  writeFileSync(join(out, project, 'package.json'), `${JSON.stringify(shown, null, 2)}\n`);
}

function linkProject(out: string, location: string, project: string): void {
  mkdirSync(dirname(join(out, location)), { recursive: true });
  symlinkSync(join('../..', project), join(out, location));
}

/** An installed package without what no program loads: types, sources, source maps, tests and pages. */
function copyPackage(from: string, to: string): void {
  if (!existsSync(from)) throw new Error(`${packageName(from)} is not installed`);
  copyTree(from, to, isLoaded);
}

const unused = new Set([
  ...['.github', '.vscode', '__tests__', 'bench', 'benchmark', 'benchmarks', 'doc', 'docs'],
  ...['example', 'examples', 'node_modules', 'test', 'tests'],
]);

function isLoaded(path: string): boolean {
  const [top = ''] = path.split('/');
  if (unused.has(top)) return false;
  if (/^(licen[cs]e|notice|copying)/i.test(basename(path))) return true;
  return !/\.[cm]?ts$|\.map$|\.(md|markdown|flow|zip)$/.test(path);
}

/** Copies by hard links where the file system allows it: the images share most of their packages. */
function copyTree(from: string, to: string, isKept: (path: string) => boolean, below = ''): void {
  for (const name of readdirSync(join(from, below))) {
    const path = join(below, name);
    if (!isKept(path)) continue;
    const stat = lstatSync(join(from, path));
    if (stat.isDirectory()) copyTree(from, to, isKept, path);
    else if (stat.isFile()) copyFile(join(from, path), join(to, path));
  }
}

function copyFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

if (import.meta.main) {
  const [out] = process.argv.slice(2);
  if (out === undefined) throw new Error('usage: node tools/image/assemble.ts <out>');
  assemble(join(import.meta.dirname, '../..'), out);
}
