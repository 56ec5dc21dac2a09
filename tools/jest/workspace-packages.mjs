import { globSync, readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';
import { swcOptions } from './swc-options.mjs';

const root = join(import.meta.dirname, '../..');

/** The entries of the packages of the workspace: their names, and the addresses of their sources. */
const entries = new Map(
  globSync('{apps,libs,tools}/*/package.json', { cwd: root }).flatMap((path) => {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, path), 'utf8'));
    return Object.entries(exports).flatMap(([entry, { '@nordgate/source': source }]) =>
      source === undefined
        ? []
        : [[join(name, entry), pathToFileURL(join(root, dirname(path), source)).href]],
    );
  }),
);

/** The names of all entries of the workspace, without those of the project in this folder. */
export function workspaceEntriesOutside(folder) {
  const own = `${pathToFileURL(folder).href}/`;
  return [...entries].filter(([, url]) => !url.startsWith(own)).map(([name]) => name);
}

const require = createRequire(import.meta.url);
let isReading = false;

/** Loads an entry of the workspace from its sources, once for each worker. */
export function loadFromSource(name) {
  readSources();
  return require(fileURLToPath(entries.get(name)));
}

/** Imports a file of the workspace from its source, once for each worker. It may wait while it loads. */
export function importSource(file) {
  readSources();
  return import(pathToFileURL(file).href);
}

function readSources() {
  if (!isReading) registerHooks({ resolve, load });
  isReading = true;
}

const isSource = (url) =>
  url.startsWith('file:') && url.endsWith('.ts') && !url.includes('/node_modules/');

function resolve(specifier, context, next) {
  const entry = entries.get(specifier);
  if (entry !== undefined) return { url: entry, format: 'module', shortCircuit: true };
  if (!isSource(context.parentURL ?? '') || !/^\.{1,2}\/.*\.js$/.test(specifier)) {
    return next(specifier, context);
  }
  const { href } = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
  return { url: href, format: 'module', shortCircuit: true };
}

function load(url, context, next) {
  if (!isSource(url)) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = transformSync(readFileSync(filename, 'utf8'), { ...swcOptions, filename });
  return { source: code, format: 'module', shortCircuit: true };
}
