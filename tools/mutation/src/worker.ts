import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { hookSources } from './source-hooks.js';
import type { SourceHooks } from './source-hooks.js';
import { SpecSuite, installGlobals, lastError, switches } from './spec-suite.js';

/** What the parent process asks for. */
export type Request =
  | { readonly do: 'load'; readonly specs: readonly string[]; readonly measure: boolean }
  | { readonly do: 'switch'; readonly mutant: string; readonly tests: readonly string[] }
  | {
      readonly do: 'fresh';
      readonly mutant: string;
      readonly specs: readonly string[];
      readonly tests?: readonly string[];
    };

/** What a worker answers. `alive` only says that it makes progress. */
export type Report =
  | { readonly is: 'alive' }
  | {
      readonly is: 'loaded';
      readonly coverage: { static: Hits; perTest: Record<string, Hits> };
      readonly durationsMs: Readonly<Record<string, number>>;
      readonly imports: Readonly<Record<string, readonly string[]>>;
    }
  | { readonly is: 'failed'; readonly test: string; readonly reason: string }
  | { readonly is: 'survived' }
  | { readonly is: 'killed'; readonly test: string; readonly clean: boolean };
type Hits = Record<string, number>;

enableCompileCache(process.env.MUTATION_CACHE);
const hooks = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as SourceHooks;
const graph = hookSources(hooks);
installGlobals();
const suite = new SpecSuite();

/** Loads all specs, and to measure runs their tests once with every mutant off. */
async function load({ specs, measure }: Extract<Request, { do: 'load' }>): Promise<Report> {
  const durationsMs: Record<string, number> = {};
  for (const spec of specs) {
    await suite.load(hooks.root, spec);
    tell({ is: 'alive' });
  }
  for (const spec of measure ? specs : []) {
    const startedMs = performance.now();
    const failed = await suite.run([spec], undefined, undefined, () => {
      tell({ is: 'alive' });
    });
    if (failed !== undefined) return { is: 'failed', test: failed, reason: String(lastError) };
    durationsMs[spec] = performance.now() - startedMs;
  }
  // The parent kills its workers, and the processes that start later need what V8 has compiled.
  flushCompileCache();
  const coverage = structuredClone(switches.mutantCoverage ?? { static: {}, perTest: {} });
  const imports = Object.fromEntries([...graph].map(([from, to]) => [from, [...to]]));
  return { is: 'loaded', coverage, durationsMs, imports };
}

/** Switches one mutant on in the loaded sources, and runs the tests that reach it. */
async function runSwitched(mutant: string, tests: readonly string[]): Promise<Report> {
  const chosen = new Set(tests);
  const specs = [...new Set(tests.map((id) => id.split('#')[0] ?? ''))];
  const test = await suite.run(specs, mutant, (id) => chosen.has(id));
  if (test === undefined) return { is: 'survived' };
  // The mutant may have left something behind, for example in a cache.
  const spec = test.split('#')[0] ?? '';
  const clean = (await suite.run([spec], undefined, (id) => id === test)) === undefined;
  return { is: 'killed', test, clean };
}

/** For a process with nothing loaded: the mutant is on while the sources load. */
async function runFresh(request: Extract<Request, { do: 'fresh' }>): Promise<Report> {
  const { mutant, specs, tests } = request;
  const chosen = tests && new Set(tests);
  switches.hitCount = 0;
  switches.hitLimit = 1_000_000;
  for (const spec of specs) {
    switches.activeMutant = mutant;
    try {
      await suite.load(hooks.root, spec);
    } catch {
      return { is: 'killed', test: `${spec} does not load`, clean: true };
    }
    const test = await suite.run([spec], mutant, chosen && ((id) => chosen.has(id)), () => {
      tell({ is: 'alive' });
    });
    if (test !== undefined) return { is: 'killed', test, clean: true };
  }
  return { is: 'survived' };
}

function tell(report: Report): void {
  process.send?.(report);
}

async function answer(request: Request): Promise<Report> {
  if (request.do === 'load') return load(request);
  if (request.do === 'switch') return runSwitched(request.mutant, request.tests);
  return runFresh(request);
}

process.on('message', (request: Request) => {
  answer(request).then(tell, (error: unknown) => {
    tell({ is: 'failed', test: request.do, reason: String(error) });
  });
});
// A mutant may break something that no test waits for. The test that fails says so.
process.on('unhandledRejection', () => undefined);
process.on('disconnect', () => process.exit());
process.chdir(join(hooks.root));
