import { join } from 'node:path';
import { filesToRunAgain, secondRunFilesMax, unshownCases, withSecondRun } from './second-run.ts';
import type { FileReport, RunReport } from './second-run.ts';

const root = join(import.meta.dirname, '..');

/** A file whose cases ended so. */
const file = (name: string, ...statuses: readonly string[]): FileReport => ({
  name: join(root, name),
  status: statuses.every((one) => one === 'passed') && statuses.length > 0 ? 'passed' : 'failed',
  assertionResults: statuses.map((status, at) => ({
    ancestorTitles: ['a payment'],
    title: `case ${String(at)}`,
    status,
  })),
});

function run(...testResults: readonly FileReport[]): RunReport {
  const count = (wanted: string) =>
    testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === wanted).length;
  return {
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numFailedTestSuites: testResults.filter(({ status }) => status === 'failed').length,
    testResults,
  };
}

const failedFiles = (count: number) =>
  Array.from({ length: count }, (_, at) => file(`${String(at)}.spec.ts`, 'failed'));

describe('the second run', () => {
  it('is of the files that failed, and of those that could not be loaded', () => {
    const files = [
      file('a.spec.ts', 'passed'),
      file('b.spec.ts', 'passed', 'failed'),
      file('c.spec.ts'),
    ];
    expect(filesToRunAgain(run(...files))).toEqual([
      join(root, 'b.spec.ts'),
      join(root, 'c.spec.ts'),
    ]);
  });

  it('is of ten files, and of no file when eleven failed', () => {
    expect(secondRunFilesMax).toBe(10);
    expect(filesToRunAgain(run(...failedFiles(10)))).toHaveLength(10);
    expect(filesToRunAgain(run(...failedFiles(11)))).toEqual([]);
  });

  it('replaces the cases of its files, and keeps those of the others', () => {
    const first = run(file('a.spec.ts', 'passed', 'passed'), file('b.spec.ts', 'passed', 'failed'));
    const second = run(file('b.spec.ts', 'passed', 'passed'));
    const both = withSecondRun(first, second);
    expect(both).toMatchObject({ numPassedTests: 4, numFailedTests: 0, numFailedTestSuites: 0 });
    expect(both.testResults).toEqual([
      file('a.spec.ts', 'passed', 'passed'),
      ...second.testResults,
    ]);
  });

  it('leaves what fails again as failed', () => {
    const first = run(file('a.spec.ts', 'passed'), file('b.spec.ts', 'failed', 'failed'));
    const second = run(file('b.spec.ts', 'passed', 'failed'));
    const both = withSecondRun(first, second);
    expect(both).toMatchObject({ numPassedTests: 2, numFailedTests: 1, numFailedTestSuites: 1 });
  });

  it('does not hide a named case that is in no file of either run', () => {
    const both = withSecondRun(
      run(file('a.spec.ts', 'passed'), file('b.spec.ts', 'failed')),
      run(file('b.spec.ts', 'passed')),
    );
    const named = (of: string, title: string) => ({ ref: '1 row', file: of, title });
    const references = [
      named('a.spec.ts', 'case 0'),
      named('a.spec.ts', 'case 7'),
      named('b.spec.ts', 'a payment › case 0'),
    ];
    expect(unshownCases(both, references)).toEqual(['1 row: case 7: no case has this title']);
  });
});
