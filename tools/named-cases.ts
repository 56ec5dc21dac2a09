import { titleSeparator } from './specification-coverage.ts';
import type { CaseReference } from './specification-coverage.ts';

/** A case of a test file, as Jest reports it. */
export interface RanCase {
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  /** `passed`, `failed`, `pending` when it was left out, and others. */
  readonly status: string;
}

/** A test file of a run, with its path from the root of the repository. */
export interface RanFile {
  readonly file: string;
  readonly cases: readonly RanCase[];
}

/** A case that the page names and the run does not show. */
export interface MissingCase extends CaseReference {
  readonly problem: string;
}

/**
 * Compares the cases that the page names with the cases that ran.
 *
 * @param isFiltered whether a name pattern left out cases. Then a file counts only when all of its cases ran
 * @returns the named cases of the files of this run that did not pass, in the order of the page. A
 *   reference to a file outside the run is not judged
 */
export function missingCases(
  references: readonly CaseReference[],
  files: readonly RanFile[],
  isFiltered: boolean,
): MissingCase[] {
  const whole = files.filter(({ cases }) => !isFiltered || cases.every(hasRun));
  const casesOf = new Map(whole.map(({ file, cases }) => [file, cases]));
  return references.flatMap((reference) => {
    const cases = casesOf.get(reference.file);
    const problem = cases && problemOf(reference.title, cases);
    return problem === undefined ? [] : [{ ...reference, problem }];
  });
}

const hasRun = ({ status }: RanCase) => status === 'passed' || status === 'failed';

function problemOf(title: string, cases: readonly RanCase[]): string | undefined {
  const [meant, second] = cases.filter((one) => isMeant(title, one));
  if (meant === undefined) return 'no case has this title';
  if (second !== undefined) return 'several cases have this title: name their describe blocks too';
  return meant.status === 'passed' ? undefined : `the case is ${meant.status}`;
}

/** A reference has the title of a case, behind as many titles of its `describe` blocks as it takes. */
function isMeant(title: string, { ancestorTitles, title: own }: RanCase): boolean {
  const full = onOneLine([...ancestorTitles, own].join(titleSeparator));
  const meant = onOneLine(title);
  return full === meant || full.endsWith(`${titleSeparator}${meant}`);
}

const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
