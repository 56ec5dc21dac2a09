import vm from 'node:vm';

const { SourceTextModule, compileFunction } = vm;
const isRejected = ({ code }) => code === 'ERR_VM_MODULE_CACHED_DATA_REJECTED';

/** The compiled form of each ES module and each CommonJS module that a test file of this worker has loaded, with its source. */
const compiled = new Map();
const compiledFunctions = new Map();

function moduleOf(source, options) {
  const known = compiled.get(options.identifier);
  if (known?.source === source) {
    try {
      return new SourceTextModule(source, { ...options, cachedData: known.cachedData });
    } catch (error) {
      // V8 rejects what it compiled with other flags.
      if (!isRejected(error)) throw error;
    }
  }
  const module = new SourceTextModule(source, options);
  // No other file imports a test file.
  if (!options.identifier?.endsWith('.spec.ts')) {
    compiled.set(options.identifier, { source, cachedData: module.createCachedData() });
  }
  return module;
}

/** A CommonJS module as Jest compiles it: its body as a function. Rejected data are no error here: V8 compiles the source. */
function functionOf(source, parameters, options = {}) {
  const known = compiledFunctions.get(options.filename);
  if (known?.source === source) {
    return compileFunction(source, parameters, { ...options, cachedData: known.cachedData });
  }
  const made = compileFunction(source, parameters, { ...options, produceCachedData: true });
  if (made.cachedData)
    compiledFunctions.set(options.filename, { source, cachedData: made.cachedData });
  return made;
}

/**
 * Lets Jest compile each module once for each worker. Otherwise V8 parses and compiles the same text
 * again for each test file that imports it.
 */
export function compileModulesOnce() {
  vm.SourceTextModule = new Proxy(SourceTextModule, {
    construct: (_, [source, options = {}]) => moduleOf(source, options),
  });
  vm.compileFunction = functionOf;
}
