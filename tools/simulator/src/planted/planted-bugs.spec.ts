import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { simulatedLaws } from '../laws/simulated-laws.js';
import { gatewayBugs, plantedBugs, plantNamed, severalProcessBugs } from './planted-bugs.js';

const page = readFileSync(
  join(import.meta.dirname, '../../../../docs/reference/nothing-lost.md'),
  'utf8',
);
/** The cells of the tables under a heading, up to the next one of this level. */
function rowsUnder(heading: string, next: string): readonly (readonly string[])[] {
  const [, section = ''] = page.split(`\n${heading}\n`);
  const lines = (section.split(next)[0] ?? '').split('\n');
  const tables = lines.filter((line) => line.startsWith('| '));
  return tables.map((line) => line.split('|').map((cell) => cell.trim()));
}
const rows = rowsUnder('### Customers, TPPs and days', '\n### ');

describe('the bugs that are planted in the simulator', () => {
  it('are in docs/reference/nothing-lost.md, each with its law', () => {
    const known = rows.map(([, name, behaviour, law]) => [name, behaviour, law].join(' | '));
    for (const { name, behaviour, breaks } of plantedBugs) {
      expect(known).toContain([name, behaviour, breaks].join(' | '));
    }
  });

  it.each([
    ['### Several processes of a service', severalProcessBugs, 'two processes of a service'],
    ['### Gateways that crash', gatewayBugs, 'two gateways that crash'],
  ])('are in "%s", and among all planted bugs', (heading, bugs, where) => {
    const own = rowsUnder(heading, '\n##').map((row) => row.join(' | '));
    const all = rowsUnder('## Planted bugs', '\n## ');
    const known = all.filter((row) => row[3]?.startsWith(`the simulator with ${where},`) === true);
    expect(known.map((row) => row.slice(1, 4))).toEqual(
      bugs.map(({ name, behaviour, breaks }) => [
        name,
        behaviour,
        `the simulator with ${where}, by ${breaks}`,
      ]),
    );
    for (const { name, behaviour, breaks } of bugs) {
      const row = [name, behaviour, breaks].join(' | ');
      expect(own.filter((line) => line.includes(row))).toHaveLength(1);
    }
  });

  it('break every law that the simulator adds to those of chaos', () => {
    const broken = new Set(plantedBugs.map(({ breaks }) => breaks));
    expect([...broken].sort()).toEqual(simulatedLaws.map(({ name }) => name).sort());
  });

  it('are found by their name, as those of a bus', () => {
    for (const { name } of plantedBugs) expect(plantNamed(name).name).toBe(name);
    expect(plantNamed('no-dedupe').busOf).toBeDefined();
    expect(plantNamed('dedupe-in-memory').busOf).toBeDefined();
    for (const { name } of [...severalProcessBugs, ...gatewayBugs])
      expect(plantNamed(name).name).toBe(name);
    expect(() => plantNamed('no-such-bug')).toThrow('--plant no-such-bug: there is no such bug');
  });
});
