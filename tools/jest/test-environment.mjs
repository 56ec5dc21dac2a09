import { createRequire } from 'node:module';
import { types } from 'node:util';
import vm from 'node:vm';
import 'reflect-metadata';
import { TestEnvironment } from 'jest-environment-node';
import { compileModulesOnce } from './compiled-modules.mjs';
import { sharedPackage } from './shared-packages.mjs';

const require = createRequire(import.meta.url);
const { createContext } = vm;

/** The constructors that packages compare with `instanceof`, and a test that holds in every context. */
const builtIns = {
  Array: Array.isArray,
  Date: types.isDate,
  Error: types.isNativeError,
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

/**
 * Jest's environment of Node with two differences. The global object is an ordinary one: Jest's proxy makes
 * every use of `Object` or `JSON` slow. Large packages without state are loaded once for each worker
 * (`share-packages.mjs`) and not once for each test file.
 */
export default class extends TestEnvironment {
  constructor(config, context) {
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
    acceptBothContexts(this.global);
    // Decorators of test files and of shared packages use one store of metadata.
    this.global.Reflect = Reflect;
    this.global[sharedPackage] = (name) => require(name);
  }
}
