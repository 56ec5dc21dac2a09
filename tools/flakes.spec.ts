import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listedFlakes, sleeps, tableOf } from './flakes.ts';

const root = join(import.meta.dirname, '..');
const specs = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.spec.ts'], {
  cwd: root,
})
  .toString()
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));
const { suspects, sleeps: allowed } = listedFlakes();

describe('tools/flakes.json', () => {
  it('lists specs that exist, each once, with what they wait for and since when', () => {
    for (const list of [suspects, allowed]) {
      const files = list.map(({ file }) => file);
      expect(files).toEqual([...new Set(files)].sort());
      expect(files.filter((file) => !specs.includes(file))).toEqual([]);
    }
    for (const { waitsFor, since } of suspects) {
      expect(waitsFor.length).toBeGreaterThan(10);
      expect(since).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });

  it('allows real time to pass in a spec with a reason only, and lists no spec that lets none pass', () => {
    const sleeping = specs.filter((path) => sleeps(readFileSync(join(root, path), 'utf8')));
    expect(sleeping.sort()).toEqual(allowed.map(({ file }) => file));
    for (const { reason } of allowed) expect(reason.length).toBeGreaterThan(20);
  });
});

describe('a spec that lets real time pass', () => {
  it.each([
    ['await new Promise((resolve) => setTimeout(resolve, 20));', true],
    ["import { setTimeout as sleep } from 'node:timers/promises';", true],
    ["await client.query('select pg_sleep(1)');", true],
    ["import { setImmediate as nextTurn } from 'node:timers/promises';", false],
    ['jest.useFakeTimers();\nsetTimeout(done, 20);', false],
    ['// As setTimeout does.\nawait eventually(done);', false],
    ['/** Not setTimeout. */', false],
  ])('is found by its timers: %s', (source, expected) => {
    expect(sleeps(source)).toBe(expected);
  });
});

describe('the table of npm run flakes', () => {
  it('has the runs, the failures, and the median and longest time of each file', () => {
    const run = (file: string, seconds: number, isPassed = true) => ({ file, seconds, isPassed });
    expect(
      tableOf([
        run('a.spec.ts', 3),
        run('b.spec.ts', 1, false),
        run('a.spec.ts', 1),
        run('a.spec.ts', 2),
      ]),
    ).toEqual([
      'file       runs  failed  median s  longest s',
      'a.spec.ts     3       0       2.0        3.0',
      'b.spec.ts     1       1       1.0        1.0',
    ]);
  });
});
