import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { simulatedLaws } from '../laws/simulated-laws.js';
import { plantedBugs, plantNamed } from './planted-bugs.js';

const page = readFileSync(
  join(import.meta.dirname, '../../../../docs/reference/nothing-lost.md'),
  'utf8',
);
const [, section = ''] = page.split('### Customers, TPPs and days');
const rows = (section.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('the bugs that are planted in the simulator', () => {
  it('are in docs/reference/nothing-lost.md, each with its law', () => {
    const known = rows.map(([, name, behaviour, law]) => [name, behaviour, law].join(' | '));
    for (const { name, behaviour, breaks } of plantedBugs) {
      expect(known).toContain([name, behaviour, breaks].join(' | '));
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
    expect(() => plantNamed('no-such-bug')).toThrow('--plant no-such-bug: there is no such bug');
  });
});
