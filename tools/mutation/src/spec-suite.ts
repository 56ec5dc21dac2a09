import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'expect';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  getState,
  it,
  resetState,
  test,
} from 'jest-circus';
import { ModuleMocker } from 'jest-mock';

const mocker = new ModuleMocker(globalThis);

/** The part of Jest's object that pure specs use. */
const jest = { fn: mocker.fn.bind(mocker), spyOn: mocker.spyOn.bind(mocker) };

// This file is also `@jest/globals` for the specs.
export { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test };

/** Gives specs the globals that Jest gives them. */
export function installGlobals(): void {
  const globals = { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test };
  Object.assign(globalThis, globals);
}

/** Jest's own tree of one spec file: blocks with hooks and tests. */
type Block = ReturnType<typeof getState>['rootDescribeBlock'];
type TestCase = Block['tests'][number];

interface StrykerNamespace {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: { static: Hits; perTest: Record<string, Hits> };
}
type Hits = Record<string, number>;

/** The switches inside of instrumented sources. */
export const switches: StrykerNamespace = ((
  globalThis as { __stryker__?: StrykerNamespace }
).__stryker__ ??= {});

/** More runs of one mutant's place than this count as a loop without end. */
const hitCountMax = 1_000_000;
const testMsMax = 60_000;

/** Spec files loaded once, whose tests run again and again without a reload. */
export class SpecSuite {
  private readonly blocks = new Map<string, Block>();
  private readonly ids = new Map<TestCase, string>();

  /** Imports one spec file. Its sources load now, unless another spec loaded them already. */
  async load(root: string, spec: string): Promise<void> {
    resetState();
    await import(pathToFileURL(join(root, spec)).href);
    this.blocks.set(spec, getState().rootDescribeBlock);
    let count = 0;
    const name = (block: Block): void => {
      for (const child of block.children) {
        if (child.type === 'describeBlock') name(child);
        else this.ids.set(child, `${spec}#${String((count += 1))}`);
      }
    };
    name(getState().rootDescribeBlock);
  }

  /**
   * Runs tests with one mutant switched on, or none, in the order of `specs`.
   * Returns the id of the first test that fails, or `undefined`.
   */
  async run(
    specs: readonly string[],
    mutant?: string,
    chosen: ((id: string) => boolean) | undefined = undefined,
    after: (id: string) => void = () => undefined,
  ): Promise<string | undefined> {
    switches.activeMutant = mutant;
    switches.hitCount = 0;
    switches.hitLimit = hitCountMax;
    try {
      for (const spec of specs) {
        const block = this.blocks.get(spec);
        if (!block) throw new Error(`${spec} is not loaded`);
        const failed = await this.runBlock(block, [], { chosen, after });
        if (failed !== undefined) return failed;
      }
      return undefined;
    } finally {
      switches.activeMutant = undefined;
      switches.currentTestId = undefined;
    }
  }

  /** Ids of all tests in a block, so that what `beforeAll` covers counts for each of them. */
  testsIn(block: Block): string[] {
    return block.children.flatMap((child) =>
      child.type === 'describeBlock' ? this.testsIn(child) : [this.ids.get(child) ?? ''],
    );
  }

  private async runBlock(
    block: Block,
    parents: readonly Block[],
    options: RunOptions,
  ): Promise<string | undefined> {
    const tests = this.testsIn(block).filter((id) => options.chosen?.(id) ?? true);
    const first = tests[0];
    if (first === undefined) return undefined;
    const path = [...parents, block];
    switches.currentTestId = `${hookMark}${JSON.stringify(this.testsIn(block))}`;
    try {
      for (const hook of hooksOf([block], 'beforeAll')) await call(hook);
    } catch {
      return first;
    }
    for (const child of block.children) {
      const failed =
        child.type === 'describeBlock'
          ? await this.runBlock(child, path, options)
          : await this.runTest(child, path, options);
      if (failed !== undefined) {
        await quietly(hooksOf([block], 'afterAll'));
        return failed;
      }
    }
    await quietly(hooksOf([block], 'afterAll'));
    return undefined;
  }

  private async runTest(
    test: TestCase,
    path: readonly Block[],
    { chosen, after }: RunOptions,
  ): Promise<string | undefined> {
    const id = this.ids.get(test) ?? '';
    if (chosen && !chosen(id)) return undefined;
    switches.currentTestId = id;
    const failed = await this.passes(test, path);
    after(id);
    return failed ? undefined : id;
  }

  private async passes(test: TestCase, path: readonly Block[]): Promise<boolean> {
    let passed = true;
    try {
      for (const hook of hooksOf(path, 'beforeEach')) await call(hook);
      await call(test.fn);
      if (expect.extractExpectedAssertionsErrors().length > 0) passed = false;
    } catch (error) {
      lastError = error;
      passed = false;
    }
    await quietly(hooksOf([...path].reverse(), 'afterEach'));
    return passed;
  }
}

/** Why the last test failed. */
export let lastError: unknown;

export const hookMark = 'hooks of ';

interface RunOptions {
  readonly chosen: ((id: string) => boolean) | undefined;
  readonly after: (id: string) => void;
}

type HookType = 'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll';

const hooksOf = (blocks: readonly Block[], type: HookType): unknown[] =>
  blocks.flatMap(({ hooks }) => hooks.filter((hook) => hook.type === type).map(({ fn }) => fn));

async function quietly(hooks: readonly unknown[]): Promise<void> {
  for (const hook of hooks) await call(hook).catch(() => undefined);
}

/** Runs a test's or a hook's function, and gives up when it does not end. */
async function call(fn: unknown): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('the test did not end'));
    }, testMsMax);
  });
  try {
    await Promise.race([(fn as () => unknown)(), late]);
  } finally {
    clearTimeout(timer);
  }
}
