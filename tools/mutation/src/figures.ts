import { killedPercent } from './judge.js';
import type { Figures } from './judge.js';

const heading = '| file | mutants | killed | equivalent | survived |';
const rule = '| --- | ---: | ---: | ---: | ---: |';

/** The page's table with new rows for the measured files. Rows of files that are gone are left out. */
export function withFigures(
  page: string,
  measured: ReadonlyMap<string, Figures>,
  named: readonly string[],
): string {
  const rows = new Map([...rowsOf(page), ...measured]);
  const kept = named.flatMap((file) => {
    const row = rows.get(file);
    return row ? [[file, row] as const] : [];
  });
  const table = [heading, rule, ...kept.map(([file, row]) => rowText(file, row))];
  const start = page.indexOf(heading.slice(0, 6));
  const lines = page.slice(start).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return [page.slice(0, start) + table.join('\n'), ...lines.slice(end)].join('\n');
}

/** The rows of the page's table, by file. */
export function rowsOf(page: string): Map<string, Figures> {
  const rows = page.matchAll(/^\| `([^`]+)` +\| +(\d+) +\| +(\d+) +\| +(\d+) +\| +(\d+) +\|$/gm);
  return new Map(
    [...rows].map(([, file = '', mutants, killed, equivalent, survived]) => [
      file,
      {
        mutants: Number(mutants),
        killed: Number(killed),
        equivalent: Number(equivalent),
        survived: Number(survived),
      },
    ]),
  );
}

/** One line for each group, for the end of a run. */
export function summary(group: string, rows: readonly Figures[]): string {
  const sum = (name: keyof Figures): number => rows.reduce((total, row) => total + row[name], 0);
  const percent = killedPercent(rows).toFixed(1);
  const counts = `${String(sum('mutants'))} mutants, ${String(sum('killed'))} killed`;
  return `${group}: ${counts}, ${String(sum('equivalent'))} equivalent, ${String(sum('survived'))} survived: ${percent} %`;
}

const rowText = (file: string, { mutants, killed, equivalent, survived }: Figures): string =>
  `| \`${file}\` | ${[mutants, killed, equivalent, survived].map(String).join(' | ')} |`;
