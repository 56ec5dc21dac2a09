import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';
import type { Options } from '@swc/core';

export interface SourceHooks {
  readonly root: string;
  /** Texts that replace the files of the same path (relative to the root). */
  readonly sources: Readonly<Record<string, string>>;
  /** The options of Jest's own transform, so that both run the same code. */
  readonly swc: Options;
  /** A folder for compiled texts, kept between processes of one run. */
  readonly cacheFolder: string;
}

/** Which source file of the workspace imported which others, as far as they are loaded. */
export type ImportGraph = Map<string, Set<string>>;

/**
 * Lets this Node process import the workspace's TypeScript sources as Jest does: a `.js` file means its `.ts`,
 * `@jest/globals` means the globals. Returns the graph of imports, which grows with every import.
 */
export function hookSources({ root, sources, swc, cacheFolder }: SourceHooks): ImportGraph {
  const graph: ImportGraph = new Map();
  mkdirSync(cacheFolder, { recursive: true });
  const nameOf = (url: string) => relative(root, fileURLToPath(url));
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === '@jest/globals') return { url: jestGlobals, shortCircuit: true };
      const found = typescriptOf(specifier, context.parentURL) ?? next(specifier, context);
      if (isSource(found.url) && context.parentURL !== undefined && isSource(context.parentURL)) {
        const parent = nameOf(context.parentURL);
        graph.set(parent, (graph.get(parent) ?? new Set()).add(nameOf(found.url)));
      }
      return found;
    },
    load(url, context, next) {
      if (!isSource(url)) return next(url, context);
      const path = fileURLToPath(url);
      const text = sources[nameOf(url)] ?? readFileSync(path, 'utf8');
      const key = createHash('sha256').update(path).update('\0').update(text).digest('hex');
      const cached = join(cacheFolder, `${key}.js`);
      if (!existsSync(cached)) {
        const { code } = transformSync(text, { ...swc, sourceMaps: false, filename: path });
        const draft = `${cached}.${String(process.pid)}`;
        writeFileSync(draft, code);
        // Two processes may compile the same file: each sees either no file or a whole one.
        renameSync(draft, cached);
      }
      return { format: 'module', source: readFileSync(cached, 'utf8'), shortCircuit: true };
    },
  });
  return graph;
}

const jestGlobals = new URL('spec-suite.js', import.meta.url).href;

const isSource = (url: string): boolean =>
  url.startsWith('file:') && url.endsWith('.ts') && !url.includes('/node_modules/');

function typescriptOf(specifier: string, parent: string | undefined) {
  if (!parent || !isSource(parent) || !/^\.{1,2}\/.*\.js$/.test(specifier)) return undefined;
  const path = fileURLToPath(new URL(specifier.replace(/\.js$/, '.ts'), parent));
  if (!existsSync(path)) return undefined;
  return { url: pathToFileURL(path).href, format: 'module', shortCircuit: true } as const;
}
