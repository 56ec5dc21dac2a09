import vm from 'node:vm';

const { Script, SourceTextModule } = vm;
const isRejected = ({ code }) => code === 'ERR_VM_MODULE_CACHED_DATA_REJECTED';

/** The compiled form of each ES module and each CommonJS module that a test file of this worker has loaded, with its source. */
const compiled = new Map();
const compiledFunctions = new Map();

/** What a CommonJS module of the test file that runs calls for `import()`, by the name of its file. */
const dynamicImports = new Map();

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
 * A CommonJS module as Jest compiles it: its body as a function. All contexts share the script, and with it what V8 has
 * compiled of it when its functions ran.
 */
function functionOf(source, parameters, { filename, importModuleDynamically, parsingContext }) {
  dynamicImports.set(filename, importModuleDynamically);
  let known = compiledFunctions.get(filename);
  if (known?.source !== source) {
    known = { source, script: scriptOf(source, parameters, filename) };
    compiledFunctions.set(filename, known);
  }
  return known.script.runInContext(parsingContext);
}

function scriptOf(source, parameters, filename) {
  const head = `(function (${parameters.join(', ')}) {`;
  return new Script(`${head}${source}\n})`, {
    filename,
    columnOffset: -head.length,
    importModuleDynamically: (...request) => dynamicImports.get(filename)(...request),
  });
}

/** Drops what belongs to a test file that has ended. */
export function forgetImports() {
  dynamicImports.clear();
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
