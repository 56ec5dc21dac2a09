import { missingCases } from './named-cases.ts';
import type { RanCase, RanFile } from './named-cases.ts';

const file = 'libs/a/src/a.spec.ts';
const passed = (title: string, ...ancestorTitles: string[]): RanCase => ({
  ancestorTitles,
  title,
  status: 'passed',
});

function problemsOf(
  titles: readonly string[],
  cases: readonly RanCase[],
  { isFiltered = false, ran = file } = {},
): string[] {
  const files: RanFile[] = [{ file: ran, cases }];
  const references = titles.map((title) => ({ ref: '1 row', file, title }));
  return missingCases(references, files, isFiltered).map(
    ({ title, problem }) => `${title}: ${problem}`,
  );
}

describe('a case that a row names', () => {
  it('is shown when it passed, named with or without its describe blocks', () => {
    const cases = [passed('is refused for 71 characters', 'a body', 'a name')];
    const named = [
      'is refused for 71 characters',
      'a name › is refused for 71 characters',
      'a body › a name › is refused for 71 characters',
    ];
    expect(problemsOf(named, cases)).toEqual([]);
  });

  it.each([
    'is refused for 70 characters',
    'is refused for %s',
    'is refused for … characters',
    'refused for 71 characters',
    'a body › is refused for 71 characters',
    '',
  ])('is missing as "%s" when the file has another title', (named) => {
    const cases = [passed('is refused for 71 characters', 'a body', 'a name')];
    expect(problemsOf([named], cases)).toEqual([`${named}: no case has this title`]);
  });

  it('is found with white space of any length in its title', () => {
    expect(problemsOf(['is refused for a tab'], [passed('is  refused for\n a\ttab ')])).toEqual([]);
  });

  it('has to name the describe block when several cases have the title', () => {
    const cases = [passed('is 413', 'a GET'), passed('is 413', 'a DELETE')];
    expect(problemsOf(['a GET › is 413', 'is 413'], cases)).toEqual([
      'is 413: several cases have this title: name their describe blocks too',
    ]);
  });

  it.each(['failed', 'pending', 'todo'])('is not shown when it is %s', (status) => {
    const cases = [{ ...passed('works'), status }, passed('works twice')];
    expect(problemsOf(['works', 'works twice'], cases)).toEqual([`works: the case is ${status}`]);
  });

  it('is not judged when its file is outside the run', () => {
    expect(problemsOf(['works'], [], { ran: 'libs/a/src/b.spec.ts' })).toEqual([]);
  });
});

describe('a run with a name pattern', () => {
  const isFiltered = true;

  it('does not judge a file of which it left out cases', () => {
    const cases = [passed('works'), { ...passed('waits'), status: 'pending' }];
    expect(problemsOf(['works', 'waits', 'is gone'], cases, { isFiltered })).toEqual([]);
  });

  it('judges a file of which every case ran', () => {
    const cases = [passed('works'), { ...passed('breaks'), status: 'failed' }];
    expect(problemsOf(['works', 'is gone'], cases, { isFiltered })).toEqual([
      'is gone: no case has this title',
    ]);
  });
});
