import vm from 'node:vm';

const { SourceTextModule } = vm;
const isRejected = ({ code }) => code === 'ERR_VM_MODULE_CACHED_DATA_REJECTED';

/** The compiled form of each module that a test file of this worker has loaded, with its source. */
const compiled = new Map();

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

/**
 * Lets Jest compile each ES module once for each worker. Otherwise V8 parses and compiles the same text
 * again for each test file that imports it.
 */
export function compileModulesOnce() {
  vm.SourceTextModule = new Proxy(SourceTextModule, {
    construct: (_, [source, options = {}]) => moduleOf(source, options),
  });
}
