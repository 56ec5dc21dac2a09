import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { types } from 'node:util';

const root = join(import.meta.dirname, '..');
const specs = globSync('{apps,tools}/*/src/**/*.spec.ts', { cwd: root })
  .filter((path) => !path.includes('node_modules'))
  .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);

/** Replaces the clock or the timers of the test file's context, which packages of the worker do not see. */
const replacesClock = /useFakeTimers\(|spyOn\((?:Date|performance|globalThis)\b/;
/** Runs a suite of a library's test kit, which needs the `expect` of the test file. */
const runsSuite = /describeBusContract\(/;
/** Read by `tools/jest/test-environment.mjs`. */
const pragma = '/** @jest-environment-options {"ownModules": true} */\n';

const withOwnModules = specs.filter(([, text]) => text.startsWith(pragma)).map(([path]) => path);

it('finds specs with their own copies of the packages of the workspace', () => {
  expect(withOwnModules).not.toEqual([]);
});

it('a spec has its own copies of the packages of the workspace exactly if it replaces the clock or runs a suite of a library', () => {
  const needing = specs
    .filter(([, text]) => replacesClock.test(text) || runsSuite.test(text))
    .map(([path]) => path);
  expect(withOwnModules).toEqual(needing);
});

it('loads packages of the worker at once: after a promise, Jest builds every module of the test file again', () => {
  const environment = globalThis as unknown as Record<symbol, (name: string) => object>;
  const load = environment[Symbol.for('nordgate.shared-package')];
  const names = ['pg', 'rxjs', 'class-validator', '@nordgate/decider'];
  expect(names.filter((name) => types.isPromise(load?.(name) ?? Promise.resolve()))).toEqual([]);
});
