/** What the page about personal data says of a table. */
export interface KeptTable {
  /** A service, or `each`. */
  readonly service: string;
  readonly table: string;
  /** For how long it keeps its rows, in words. */
  readonly kept: string;
}

const columns = { service: 0, names: 1, kept: 3 } as const;
const named = /`([\w.-]+)`/gu;

/** A row of a table of the page that names something of a service. */
export interface NamingRow {
  readonly service: string;
  readonly name: string;
  /** The texts of all columns. */
  readonly cells: readonly string[];
}

/** The names in the second column of the table in a section, each with its row. Throws for a page without the section. */
export function namesIn(page: string, heading: string): readonly NamingRow[] {
  const [, section] = page.split(`\n## ${heading}\n`);
  if (section === undefined) throw new Error(`the page has no ## ${heading}`);
  const [lines = ''] = section.split('\n## ');
  const rows = lines.split('\n').filter((line) => line.startsWith('|') && line.includes('`'));
  return rows.flatMap((row) => {
    const cells = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [service = '', names = ''] = [cells[columns.service], cells[columns.names]];
    return [...names.matchAll(named)].map(([, name = '']) => ({ service, name, cells }));
  });
}

/** The tables that `docs/operations/data.md` names, from the text of the page. Throws for a page without them. */
export function keptTablesOn(page: string): readonly KeptTable[] {
  return namesIn(page, 'Tables').map(({ service, name: table, cells }) => ({
    service,
    table,
    kept: cells[columns.kept] ?? '',
  }));
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
