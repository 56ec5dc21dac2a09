import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Options } from '@swc/core';
import { coverageOf } from './coverage.js';
import type { Coverage } from './coverage.js';
import { invalidMutants } from './invalid-mutants.js';
import type { Verdict } from './judge.js';
import { instrument } from './mutants.js';
import type { Mutant } from './mutants.js';
import { isNamed } from './scope.js';
import type { Group } from './scope.js';
import { WorkerProcess } from './worker-process.js';

export interface RunOptions {
  readonly root: string;
  readonly concurrency: number;
  readonly swc: Options;
  readonly say: (line: string) => void;
}

/** The files of a group whose path contains one of `parts`, or all of them when there are no parts. */
export function namedFiles(root: string, group: Group, parts: readonly string[]): string[] {
  return filesOf(root, group.files)
    .filter(isNamed)
    .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)));
}

/** Runs the tests of a group against each mutant of the files. Writes to a temporary folder only. */
export async function runGroup(
  group: Group,
  files: readonly string[],
  options: RunOptions,
): Promise<Verdict[]> {
  const { mutants, sources } = await instrument(options.root, files);
  const invalid = invalidMutants(options.root, mutants);
  const valid = mutants.filter(({ id }) => !invalid.has(id));
  options.say(`${group.name}: ${String(valid.length)} mutants, ${String(invalid.size)} invalid`);
  const folder = mkdtempSync(join(tmpdir(), 'nordgate-mutation-'));
  const removeFolder = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', removeFolder);
  try {
    const hooksFile = join(folder, 'hooks.json');
    const { root, swc } = options;
    writeFileSync(
      hooksFile,
      JSON.stringify({ root, sources, swc, cacheFolder: join(folder, 'js') }),
    );
    const specs = filesOf(root, group.specs);
    const run = new GroupRun(
      () => new WorkerProcess(hooksFile, join(folder, 'v8')),
      specs,
      options,
    );
    const verdicts = await run.verdictsOf(valid);
    return [
      ...verdicts,
      ...mutants
        .filter(({ id }) => invalid.has(id))
        .map((mutant) => ({ mutant, is: 'invalid' }) as const),
    ];
  } finally {
    process.off('exit', removeFolder);
    removeFolder();
  }
}

class GroupRun {
  private coverage: Coverage | undefined;
  private done = 0;

  constructor(
    private readonly start: () => WorkerProcess,
    private readonly specs: readonly string[],
    private readonly options: RunOptions,
  ) {}

  /**
   * First every mutant that only tests run, by its switch, in a process that has loaded everything.
   * Then in a new process each: mutants that also run while files load, and those that survived.
   * A value that an earlier test left in a cache can hide a mutant, but not in a new process.
   */
  async verdictsOf(mutants: readonly Mutant[]): Promise<Verdict[]> {
    const first = await this.loadedWorker();
    const { coverage } = this;
    if (!coverage) throw new Error('the tests were not loaded');
    const verdicts: Verdict[] = [];
    const fresh = mutants.filter(({ id }) => coverage.isStatic(id));
    const queue = mutants.filter(({ id }) => !coverage.isStatic(id));
    await this.inParallel(async (index) => {
      let worker = index === 0 ? first : undefined;
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        const tests = coverage.testsOf(mutant.id);
        if (tests.length === 0) {
          verdicts.push({ mutant, is: 'uncovered' });
          continue;
        }
        worker ??= await this.loadedWorker();
        const answer = await worker.ask({ do: 'switch', mutant: mutant.id, tests });
        if (answer.is === 'killed' && answer.clean) verdicts.push({ mutant, is: 'killed' });
        else fresh.push(mutant);
        if (answer.is === 'stuck' || (answer.is === 'killed' && !answer.clean)) {
          worker.stop();
          worker = undefined;
        }
        this.count();
      }
      worker?.stop();
    });
    this.options.say(`  ${String(fresh.length)} mutants in separate processes`);
    await this.inParallel(async () => {
      for (let mutant = fresh.shift(); mutant; mutant = fresh.shift()) {
        verdicts.push({ mutant, is: await this.freshVerdict(mutant, coverage) });
        this.count();
      }
    });
    return verdicts;
  }

  private async freshVerdict(mutant: Mutant, coverage: Coverage): Promise<'killed' | 'survived'> {
    const worker = this.start();
    const answer = await worker.ask({
      do: 'fresh',
      mutant: mutant.id,
      ...testsFor(mutant, coverage),
    });
    worker.stop();
    if (answer.is === 'failed') throw new Error(`${mutant.file}: ${answer.reason}`);
    return answer.is === 'survived' ? 'survived' : 'killed';
  }

  private async loadedWorker(): Promise<WorkerProcess> {
    const worker = this.start();
    const measure = this.coverage === undefined;
    const answer = await worker.ask({ do: 'load', specs: this.specs, measure });
    if (answer.is === 'loaded') this.coverage ??= coverageOf(answer);
    else throw new Error(`the tests fail without a mutant: ${JSON.stringify(answer)}`);
    return worker;
  }

  private inParallel(work: (index: number) => Promise<void>): Promise<unknown> {
    return Promise.all(Array.from({ length: this.options.concurrency }, (_, index) => work(index)));
  }

  private count(): void {
    this.done += 1;
    if (this.done % 100 === 0) this.options.say(`  ${String(this.done)} mutants tested`);
  }
}

/** Slow tests have met a mutant that is not static before, in the loaded process. */
function testsFor({ id, file }: Mutant, coverage: Coverage): { specs: string[]; tests?: string[] } {
  if (coverage.isStatic(id)) return { specs: coverage.specsOf(file) };
  const specOf = (test: string): string => test.split('#')[0] ?? '';
  const tests = coverage.testsOf(id).filter((test) => coverage.isQuick(specOf(test)));
  return { specs: [...new Set(tests.map(specOf))], tests };
}

/** Files that match one of the globs and none of those that start with `!`. */
function filesOf(root: string, globs: readonly string[]): string[] {
  const negative = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const excluded = new Set(globSync(negative, { cwd: root }));
  return globSync(
    globs.filter((glob) => !glob.startsWith('!')),
    { cwd: root },
  )
    .filter((file) => !excluded.has(file))
    .sort();
}
