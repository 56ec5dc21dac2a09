import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { missingCases } from './named-cases.ts';
import type { RanFile } from './named-cases.ts';
import { referencesOf, rowsOf } from './specification-coverage.ts';
import type { CaseReference } from './specification-coverage.ts';

/** What Jest writes about a run (`--json`). */
export interface RunReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numFailedTestSuites: number;
  readonly testResults: readonly FileReport[];
}

/** A spec file in the report. It has no cases when it could not be loaded. */
export interface FileReport {
  /** The path of the file. */
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly {
    readonly ancestorTitles: readonly string[];
    readonly title: string;
    readonly status: string;
  }[];
}

/** More files than these have not failed because the machine was busy. */
export const secondRunFilesMax = 10;

const root = join(import.meta.dirname, '..');
const coveragePage = 'docs/reference/specification-coverage.md';

/**
 * The spec files that failed, to run once more and alone: beside others on a slow machine, a test can miss
 * a deadline of the bank.
 *
 * @returns paths. None when a second run cannot help: no file failed, or more than {@link secondRunFilesMax}
 */
export function filesToRunAgain({ testResults }: Pick<RunReport, 'testResults'>): string[] {
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  return failed.length <= secondRunFilesMax ? failed : [];
}

/** The first run, in which the files of the second run stand in for those that failed. */
export function withSecondRun(first: RunReport, second: RunReport): RunReport {
  const again = new Set(filesToRunAgain(first));
  const kept = first.testResults.filter(({ name }) => !again.has(name));
  const passed = kept
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed');
  return {
    ...second,
    numPassedTests: passed.length + second.numPassedTests,
    testResults: [...kept, ...second.testResults],
  };
}

/** The cases that docs/reference/specification-coverage.md names. */
export function namedCases(): CaseReference[] {
  return rowsOf(readFileSync(join(root, coveragePage), 'utf8')).flatMap(referencesOf);
}

/** The named cases that the run has and does not show, each as a line. */
export function unshownCases(
  { testResults }: Pick<RunReport, 'testResults'>,
  references: readonly CaseReference[],
): string[] {
  const files: RanFile[] = testResults.map(({ name, assertionResults: cases }) => ({
    file: relative(root, name),
    cases,
  }));
  return missingCases(references, files, false).map(
    ({ ref, title, problem }) => `${ref}: ${title}: ${problem}`,
  );
}
