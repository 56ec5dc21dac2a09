import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** One check and, when it failed, why. */
export interface Checked {
  readonly what: string;
  readonly fault?: string | undefined;
}

/**
 * Prints the checks that failed and the counts, and adds the counts to the report of the stages.
 *
 * @param name of the run, such as `live`
 * @returns how many failed
 */
export function reportChecks(
  name: string,
  checked: readonly Checked[],
  say: (line: string) => void,
): number {
  const failed = checked.filter(({ fault }) => fault !== undefined);
  for (const { fault, what } of failed) say(`failed: ${what} ${fault ?? ''}`);
  const passed = checked.length - failed.length;
  say(`${name}: ${String(passed)} passed, ${String(failed.length)} failed`);
  addToReport(passed, failed.length);
  return failed.length;
}

/** Several programs of one run write their counts for its last line into one file. */
function addToReport(passed: number, failed: number): void {
  const path = process.env['NORDGATE_CHECK_REPORT'];
  if (path === undefined) return;
  type Counts = { readonly numPassedTests: number; readonly numFailedTests: number };
  const before = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as Counts)
    : { numPassedTests: 0, numFailedTests: 0 };
  const counts = {
    numPassedTests: before.numPassedTests + passed,
    numFailedTests: before.numFailedTests + failed,
  };
  writeFileSync(path, JSON.stringify({ ...counts, numFailedTestSuites: 0 }));
}
