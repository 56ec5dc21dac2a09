import { killedPercent } from './judge.js';
import type { Figures } from './judge.js';

const heading = ['file', 'mutants', 'killed', 'equivalent', 'survived'] as const;

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
  const start = page.indexOf('| file');
  const lines = page.slice(start).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return [page.slice(0, start) + tableOf(kept).join('\n'), ...lines.slice(end)].join('\n');
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

/** The lines of the table, aligned as the formatter aligns them. */
function tableOf(rows: readonly (readonly [string, Figures])[]): string[] {
  const cells = rows.map(([file, row]) => {
    const { mutants, killed, equivalent, survived } = row;
    return [`\`${file}\``, ...[mutants, killed, equivalent, survived].map(String)];
  });
  const fileWidth = Math.max(4, ...cells.map(([file = '']) => file.length));
  const line = ([file = '', ...counts]: readonly string[]): string => {
    const right = counts.map((count, index) => count.padStart(heading[index + 1]?.length ?? 0));
    return `| ${[file.padEnd(fileWidth), ...right].join(' | ')} |`;
  };
  const rule = heading.slice(1).map(({ length }) => `${'-'.repeat(length - 1)}:`);
  return [line(heading), line(['-'.repeat(fileWidth), ...rule]), ...cells.map(line)];
}
