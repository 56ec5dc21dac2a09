import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { missingCases } from '../named-cases.ts';
import { referencesOf, rowsOf } from '../specification-coverage.ts';

const root = join(import.meta.dirname, '../..');
/** The pages whose tables name the cases that show a row. */
const pages = ['docs/reference/specification-coverage.md', 'docs/reference/security.md'];

/** Jest's reporter that fails a run when a case that the coverage page names did not pass in it. */
export default class NamedCasesReporter {
  #isFiltered;
  #error;

  constructor({ testNamePattern }) {
    this.#isFiltered = Boolean(testNamePattern);
  }

  onRunStart() {
    this.#error = undefined;
  }

  onRunComplete(_contexts, { testResults }) {
    // Jest reports a file that could not be loaded. None of its cases would be found here.
    const loaded = testResults.filter(({ testExecError }) => testExecError == null);
    const files = loaded.map(({ testFilePath, testResults: cases }) => ({
      file: relative(root, testFilePath).replaceAll('\\', '/'),
      cases,
    }));
    const references = pages.flatMap((page) =>
      rowsOf(readFileSync(join(root, page), 'utf8')).flatMap(referencesOf),
    );
    const missing = missingCases(references, files, this.#isFiltered);
    if (missing.length === 0) return;
    const list = missing.map(
      ({ ref, file, title, problem }) => `  ${ref}\n    ${file} › ${title}\n    ${problem}`,
    );
    this.#error = new Error(`${pages.join(' or ')} names cases that this run does not show`);
    process.stderr.write(`\n${this.#error.message}:\n${list.join('\n')}\n`);
  }

  /** Jest fails the run when there is an error. */
  getLastError() {
    return this.#error;
  }
}
