/** What the page about personal data says of a table. */
export interface KeptTable {
  /** A service, or `each`. */
  readonly service: string;
  readonly table: string;
  /** For how long it keeps its rows, in words. */
  readonly kept: string;
}

const heading = '\n## Tables\n';
const columns = { service: 1, table: 2, kept: 4 } as const;
const named = /`([\w.]+)`/gu;

/** The tables that `docs/operations/data.md` names, from the text of the page. Throws for a page without them. */
export function keptTablesOn(page: string): readonly KeptTable[] {
  const [, section] = page.split(heading);
  if (section === undefined) throw new Error(`the page has no ${heading.trim()}`);
  const [lines = ''] = section.split('\n## ');
  const rows = lines.split('\n').filter((line) => line.startsWith('|') && line.includes('`'));
  return rows.flatMap((row) => {
    const cells = row.split('|').map((cell) => cell.trim());
    const [service = '', tables = '', kept = ''] = [
      cells[columns.service],
      cells[columns.table],
      cells[columns.kept],
    ];
    return [...tables.matchAll(named)].map(([, table = '']) => ({ service, table, kept }));
  });
}

/** The line of a table of a service, such as `es.event` or `public.order_book`. */
export function keptTable(
  all: readonly KeptTable[],
  service: string,
  table: string,
): KeptTable | undefined {
  const own = table.replace(/^public\./u, '');
  return all.find((one) => one.table === own && [service, 'each'].includes(one.service));
}

/** Whether the page says that a table grows as long as the bank lives. */
export const isWithoutLimit = ({ kept }: KeptTable): boolean => kept.includes('no limit');
