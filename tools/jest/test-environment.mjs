import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { types } from 'node:util';
import vm from 'node:vm';
import { context, metrics, propagation, trace } from '@opentelemetry/api';
import 'reflect-metadata';
import { TestEnvironment } from 'jest-environment-node';
import { compileModulesOnce, forgetImports } from './compiled-modules.mjs';
import { measureFile } from './processor-time.mjs';
import {
  registeringPackages,
  sharedNames,
  sharedPackage,
  sharedPackages,
} from './shared-packages.mjs';
import { importSource, loadFromSource, workspaceEntriesOutside } from './workspace-packages.mjs';
import { chooseBroker } from '../worker-broker.ts';

const { createContext } = vm;
const libs = join(import.meta.dirname, '../../libs/');

/** The constructors that packages compare with `instanceof`, and a test that holds in every context. */
const builtIns = {
  Array: Array.isArray,
  Date: types.isDate,
  Error: types.isNativeError,
  Function: (value) => typeof value === 'function',
  Map: types.isMap,
  Promise: types.isPromise,
  RegExp: types.isRegExp,
  Set: types.isSet,
};

/** `instanceof` of a built-in type accepts values of the other context, as in one process without tests. */
function acceptBothContexts(realm) {
  const ordinary = Function.prototype[Symbol.hasInstance];
  for (const [name, isOne] of Object.entries(builtIns)) {
    const constructor = realm[name];
    Object.defineProperty(constructor, Symbol.hasInstance, {
      configurable: true,
      // A derived class inherits this member, and keeps the ordinary meaning.
      value(value) {
        return ordinary.call(this, value) || (this === constructor && isOne(value));
      },
    });
  }
}

acceptBothContexts(globalThis);
compileModulesOnce();
chooseBroker(process.env);

/** What test files leave for the next ones of this worker: its session on the test server. */
const keptByWorker = {};

/** The environment of the test file that this worker runs. */
let running;

/** The functions that Jest gives to test files as globals: test kits in shared packages use them, too. */
for (const name of [
  'afterAll',
  'afterEach',
  'beforeAll',
  'beforeEach',
  'describe',
  'expect',
  'it',
]) {
  Object.defineProperty(globalThis, name, { get: () => running?.global[name] });
}

const require = createRequire(import.meta.url);

/** A package as a test file imports it: a CommonJS module has each member as an export, and itself as the default. */
function loadPackage(name) {
  const exports = require(fileURLToPath(import.meta.resolve(name)));
  return types.isModuleNamespaceObject(exports) ? exports : { ...exports, default: exports };
}

/** What a test file shares with others of its worker. A lib is tested with its own copies of what it uses. */
function sharedWith({ rootDir, testEnvironmentOptions: { ownModules, ownPackages = [] } }) {
  if (ownModules || rootDir.startsWith(libs)) {
    const names = sharedPackages.filter((name) => !ownPackages.includes(name));
    return { names, workspace: new Set() };
  }
  const entries = workspaceEntriesOutside(rootDir);
  const names = [...sharedPackages, ...registeringPackages, ...entries];
  return { names, workspace: new Set(entries) };
}

/**
 * Jest's environment of Node with two differences. The global object is an ordinary one: Jest's proxy makes
 * every use of `Object` or `JSON` slow. Large packages, and those of the workspace outside of the test's project,
 * are loaded once for each worker (`share-packages.mjs`) and not once for each test file. A test file that replaces
 * the clock of its context needs copies of them: its first line is a comment with `ownModules`.
 */
export default class extends TestEnvironment {
  #measured;
  /** What stands in for a package in each test file of a project, by the name of the package. */
  #standIns = new Map();
  #standInFiles;

  constructor(config, testContext) {
    const measured = measureFile(testContext.testPath);
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, testContext);
    } finally {
      vm.createContext = createContext;
    }
    this.#measured = measured;
    acceptBothContexts(this.global);
    // Decorators of test files and of shared packages use one store of metadata.
    this.global.Reflect = Reflect;
    this.global[Symbol.for('nordgate.kept-by-worker')] = keptByWorker;
    running = this;
    const { names, workspace } = sharedWith(config.projectConfig);
    this.#standInFiles = config.projectConfig.testEnvironmentOptions.standIns ?? {};
    this.global[sharedNames] = names;
    this.global[sharedPackage] = (name) =>
      this.#standIns.get(name) ?? (workspace.has(name) ? loadFromSource(name) : loadPackage(name));
  }

  /** Makes a new stand-in for each test file, of modules that the worker loads once. */
  async setup() {
    await super.setup();
    for (const [name, file] of Object.entries(this.#standInFiles)) {
      const { standIn } = await importSource(file);
      this.#standIns.set(name, standIn());
    }
  }

  /** What a test file has registered for its process is not there for the next one. */
  async teardown() {
    for (const one of [context, metrics, propagation, trace]) one.disable();
    forgetImports();
    await super.teardown();
    this.#measured();
  }
}
