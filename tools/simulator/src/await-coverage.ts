import { globSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** A part of a file that ran so often: V8's block coverage. Offsets are characters; inner ranges follow outer ones. */
export interface CoveredRange {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** The awaits of a file: a process can be killed at each, and everything else may happen there. */
export interface Awaits {
  readonly all: number;
  readonly reached: number;
}

const root = resolve(import.meta.dirname, '../../..');
/** What the services are made of. The gateway, the operator's command and the client of a TPP are not in the simulator. */
const production = [
  'apps/{accounts,baskets,batch,payments,sca}/dist',
  'libs/{contracts,decider,event-store,messaging,service}/dist',
];
const notProduction = /\/(?:testing|migrations)\/|\.(?:migration|spec)\.js$/u;

/**
 * Counts the `await` and `for await` of compiled code, and those inside of code that ran.
 *
 * @param ranges undefined for a file that was never loaded
 */
export function awaitsOf(source: string, ranges: readonly CoveredRange[] | undefined): Awaits {
  const places: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier)) {
      places.push(node.getStart());
    }
    ts.forEachChild(node, visit);
  };
  const file = ts.createSourceFile('a.js', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  visit(file);
  const hasRun = (place: number) => (innermost(ranges ?? [], place)?.count ?? 0) > 0;
  return { all: places.length, reached: places.filter(hasRun).length };
}

function innermost(ranges: readonly CoveredRange[], place: number): CoveredRange | undefined {
  const around = ranges.filter((one) => one.startOffset <= place && place < one.endOffset);
  const length = (one: CoveredRange) => one.endOffset - one.startOffset;
  return around.toSorted((one, other) => length(one) - length(other))[0];
}

/** Watches which code runs in this process from now on. Has to start before the bank is imported. */
export class AwaitCoverage {
  readonly #session = new Session();

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** A line per project with the share of its awaits that were reached, and one for all of them. */
  async lines(): Promise<readonly string[]> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    const ranges = new Map<string, CoveredRange[]>();
    for (const { url, functions } of result) {
      if (url.startsWith('file:')) {
        const path = relative(root, fileURLToPath(url));
        ranges.set(path, [...(ranges.get(path) ?? []), ...functions.flatMap((one) => one.ranges)]);
      }
    }
    const projects = new Map<string, Awaits>();
    for (const path of productionFiles()) {
      const awaits = awaitsOf(readFileSync(resolve(root, path), 'utf8'), ranges.get(path));
      const project = path.split('/').slice(0, 2).join('/');
      projects.set(project, sum(projects.get(project) ?? none, awaits));
    }
    const total = [...projects.values()].reduce(sum, none);
    const rows: readonly [string, Awaits][] = [...projects, ['all', total]];
    return [
      'awaits of production code that were reached:',
      ...rows.filter(([, { all }]) => all > 0).map((row) => lineOf(...row)),
    ];
  }
}

const none: Awaits = { all: 0, reached: 0 };

function sum(one: Awaits, other: Awaits): Awaits {
  return { all: one.all + other.all, reached: one.reached + other.reached };
}

function productionFiles(): readonly string[] {
  const paths = production.flatMap((folder) => globSync(`${folder}/**/*.js`, { cwd: root }));
  return paths.filter((path) => !notProduction.test(path)).toSorted();
}

function lineOf(project: string, { all, reached }: Awaits): string {
  const percent = `${((100 * reached) / all).toFixed(0)} %`.padStart(5);
  return `  ${percent}  ${String(reached).padStart(4)} of ${String(all).padStart(4)}  ${project}`;
}
