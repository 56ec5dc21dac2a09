import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** The root of this repository. */
export const repository = join(import.meta.dirname, '..', '..', '..');
const patches = join(repository, 'tools', 'rehearsal', 'releases');
const parts = ['apps', 'libs', 'tools'] as const;

/**
 * Builds a release: this tree with these patches, in order. Only the sources that a patch changes are compiled;
 * everything else is the build of this tree.
 *
 * @param sandboxes the apps whose images have the code that only a sandbox has
 * @returns the folder of the release
 * @throws Error when a patch does not apply, and when a changed source cannot be compiled
 */
export function buildRelease(
  folder: string,
  names: readonly string[],
  sandboxes: readonly string[],
): string {
  copyBuild(folder);
  for (const app of readdirSync(join(folder, 'apps'))) {
    const sandbox = join(folder, 'apps', app, 'dist', 'sandbox');
    if (!sandboxes.includes(app)) rmSync(sandbox, { recursive: true, force: true });
  }
  for (const source of patchSources(folder, names)) compile(folder, source);
  return folder;
}

/**
 * Applies patches, in order, to copies of the sources that they change.
 *
 * @returns the sources that changed
 * @throws Error when a patch does not apply
 */
export function patchSources(folder: string, names: readonly string[]): readonly string[] {
  const changed = names.flatMap((name) => {
    const patch = join(patches, `${name}.patch`);
    const sources = sourcesOf(readFileSync(patch, 'utf8'));
    for (const source of sources) copySource(folder, source);
    applyPatch(folder, patch, name);
    return sources;
  });
  return [...new Set(changed)];
}

/** The build of this tree, and links to the packages of others. */
function copyBuild(folder: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@nordgate'), { recursive: true });
  for (const name of readdirSync(join(repository, 'node_modules'))) {
    if (name === '@nordgate' || name.startsWith('.')) continue;
    symlinkSync(join(repository, 'node_modules', name), join(modules, name));
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  for (const part of parts) {
    for (const name of readdirSync(join(repository, part))) copyPackage(folder, join(part, name));
  }
}

/** The folders of a package that an image does not have. */
const notOfTheBuild = new Set(['src', 'out-tsc', 'node_modules']);

function copyPackage(folder: string, at: string): void {
  const from = join(repository, at);
  const file = join(from, 'package.json');
  if (!existsSync(file) || !existsSync(join(from, 'dist'))) return;
  const to = join(folder, at);
  mkdirSync(to, { recursive: true });
  const filter = (path: string) =>
    !notOfTheBuild.has(path.slice(from.length + 1)) && !/\.(map|d\.ts|tsbuildinfo)$/.test(path);
  cpSync(from, to, { recursive: true, filter });
  if (existsSync(join(from, 'node_modules'))) {
    symlinkSync(join(from, 'node_modules'), join(to, 'node_modules'));
  }
  const { name } = JSON.parse(readFileSync(file, 'utf8')) as { readonly name: string };
  symlinkSync(to, join(folder, 'node_modules', name));
}

/** The sources that a patch changes or adds. */
function sourcesOf(patch: string): readonly string[] {
  return [...patch.matchAll(/^\+\+\+ b\/(\S+)$/gm)].map(([, path = '']) => path);
}

function copySource(folder: string, source: string): void {
  const to = join(folder, source);
  const from = join(repository, source);
  mkdirSync(dirname(to), { recursive: true });
  // A patch before this one may have changed it, and this one may add it.
  if (!existsSync(to) && existsSync(from)) cpSync(from, to);
}

function applyPatch(folder: string, patch: string, name: string): void {
  try {
    execFileSync('git', ['apply', '-p1', patch], { cwd: folder, stdio: 'pipe' });
  } catch (error) {
    const { stderr } = error as { readonly stderr?: Buffer };
    const why =
      String(stderr ?? error)
        .trim()
        .split('\n')[0] ?? '';
    throw new Error(`release ${name}: its patch no longer applies to this tree (${why})`, {
      cause: error,
    });
  }
}

/** Compiles one source as the build of its package does: the patch was type-checked when it was made. */
function compile(folder: string, source: string): void {
  const { outputText, diagnostics = [] } = ts.transpileModule(
    readFileSync(join(folder, source), 'utf8'),
    {
      fileName: source,
      reportDiagnostics: true,
      compilerOptions: {
        target: ts.ScriptTarget.ES2024,
        module: ts.ModuleKind.ESNext,
        experimentalDecorators: true,
        emitDecoratorMetadata: true,
      },
    },
  );
  if (diagnostics.length > 0) throw new Error(`${source} cannot be compiled`);
  const target = join(folder, source.replace('/src/', '/dist/').replace(/\.ts$/, '.js'));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, outputText);
}
