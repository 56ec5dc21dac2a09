/** A line of a table in `docs/reference/specification-coverage.md`. */
export interface Row {
  readonly section: string;
  readonly ref: string;
  readonly what: string;
  readonly shownBy: string;
}

/** A case of a test file, named by a row. */
export interface CaseReference {
  readonly ref: string;
  readonly file: string;
  readonly title: string;
}

/** Separates the file, the titles of the `describe` blocks and the title of the case. */
export const titleSeparator = ' › ';

/** A code span of Markdown: its fence is longer than any run of backticks inside. */
const codeSpan = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g;

/** The rows of the page. A `|` inside a cell is written `\|`. */
export function rowsOf(markdown: string): Row[] {
  return markdown.split(/^## /m).flatMap((part) => {
    const section = part.slice(0, part.indexOf('\n'));
    const tableLines = part.split('\n').filter((line) => line.startsWith('|'));
    // The first two are the head of the table and the line below it.
    return tableLines.slice(2).map((line) => {
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
      const [, ref = '', what = '', shownBy = ''] = cells;
      return { section, ref, what, shownBy };
    });
  });
}

/** The cases that a row names: `file › title`, or `file › describe › title`, in code spans. */
export function referencesOf({ ref, shownBy }: Row): CaseReference[] {
  return [...shownBy.matchAll(codeSpan)].map(([, , span = '']) => {
    const [file = '', ...titles] = span.trim().split(titleSeparator);
    return { ref, file, title: titles.join(titleSeparator) };
  });
}

/** Whether a row names at least one case, each with a title, and has no text beside them. */
export function namesCasesOnly(row: Row): boolean {
  const references = referencesOf(row);
  const beside = row.shownBy.replaceAll(codeSpan, '').trim();
  return references.length > 0 && references.every(({ title }) => title !== '') && beside === '';
}
