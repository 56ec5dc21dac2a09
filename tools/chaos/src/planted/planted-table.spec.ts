import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plantedDeciders } from '../replay/planted-deciders.js';
import { bugs } from './bugs.js';
import { storeBugs } from './store-bugs.js';

const page = readFileSync(
  join(import.meta.dirname, '../../../../docs/reference/nothing-lost.md'),
  'utf8',
);
const [, section = ''] = page.split('## Planted bugs');
const rows = section
  .split('\n')
  .filter((line) => /^\| [a-z-]+ +\| [a-z]/.test(line) && !line.startsWith('| bug '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  // Those of the simulator have a spec there.
  .filter((cells) => cells[3]?.startsWith('the simulator') !== true);

describe('the table of planted bugs of docs/reference/nothing-lost.md', () => {
  it('has every bug, what it does, and who finds it', () => {
    expect(rows.map(([, ...cells]) => cells.slice(0, 3))).toEqual([
      ...bugs.map(({ name, behaviour, breaks }) => [name, behaviour, `chaos, by ${breaks}`]),
      ...storeBugs.map(({ name, behaviour, breaks }) => [
        name,
        behaviour,
        `a bank on PostgreSQL alone, by ${breaks}`,
      ]),
      ...plantedDeciders.map(({ name, behaviour, command }) => [
        name,
        behaviour,
        `the replay, in ${command}`,
      ]),
    ]);
  });

  it('has twenty-five bugs at least, each with another name', () => {
    const names = rows.map(([, name]) => name);
    expect(names.length).toBeGreaterThanOrEqual(25);
    expect(new Set(names).size).toBe(names.length);
  });
});
