import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The budgets of a file, in seconds by stage. */
const budgets = new Map(
  read('.ci/budgets')
    .split('\n')
    .flatMap((line) => {
      const [, seconds, name] = /^(\d+) (.+)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, Number(seconds)] as const];
    }),
);
/** What `.ci/run` does, in its order. */
const lines = [...read('.ci/run').matchAll(/^(stage|beside|collect)(?: '([^']+)')?/gm)].map(
  ([, kind = '', name = '']) => ({ kind, name }),
);
const stagesOf = (wanted: 'stage' | 'beside') =>
  lines.flatMap(({ kind, name }) => (kind === wanted ? [name] : []));

/** The budgets of all stages in seconds, where `collect` waits for the longest of those beside others. */
function secondsInTurn(): number {
  let now = 0;
  let latest = 0;
  for (const { kind, name } of lines) {
    const seconds = budgets.get(name) ?? Number.NaN;
    if (kind === 'stage') now += seconds;
    else if (kind === 'beside') latest = Math.max(latest, now + seconds);
    else now = Math.max(now, latest);
  }
  return now;
}

describe('the budgets of .ci/run', () => {
  it('are those of its stages and of the whole run, each once', () => {
    const names = ['total', ...stagesOf('stage'), ...stagesOf('beside')];
    expect([...budgets.keys()].sort()).toEqual(names.sort());
    expect(names.length).toBeGreaterThan(10);
  });

  it('make at most 35 minutes, where stages that run beside others count if they take longer', () => {
    expect(budgets.get('total')).toBeLessThanOrEqual(35 * 60);
    expect(secondsInTurn()).toBeLessThanOrEqual(budgets.get('total') ?? 0);
  });

  it('leave no stage beside others uncollected', () => {
    const kinds = lines.map(({ kind }) => kind);
    expect(kinds.lastIndexOf('beside')).toBeLessThan(kinds.lastIndexOf('collect'));
  });
});

describe('.ci/stages', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'nordgate-stages-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** The last lines, and the exit code, of a run with these lines. Every stage has a budget of one second. */
  async function runOf(lines: readonly string[], factor = 4): Promise<[string[], number]> {
    const names = lines.flatMap((line) => /'([^']+)'/.exec(line)?.[1] ?? []);
    const table = ['total', ...names].map((name) => `1 ${name}\n`).join('');
    writeFileSync(join(folder, 'budgets'), table);
    const script = [
      'set -u -o pipefail',
      `budgets='${folder}/budgets' limit_factor=${String(factor)} limit_seconds_min=1`,
      '. .ci/stages',
      ...lines,
      'finish 0',
    ].join('\n');
    return new Promise((resolve) => {
      execFile('bash', ['-c', script], { cwd: root }, (error, stdout) => {
        const code = error === null ? 0 : Number(error.code);
        resolve([stdout.slice(stdout.indexOf('\nstage  ')).trim().split('\n'), code]);
      });
    });
  }

  it('prints the time and the budget of each stage, and counts what they passed', async () => {
    const [lines, code] = await runOf([
      "stage 'one (a+b)' echo '3 passed, 0 failed'",
      "beside 'two' true",
      'collect',
    ]);
    expect(lines[1]).toMatch(/^one \(a\+b\) +\d+ s +1 s {2}ok/);
    expect(lines[2]).toMatch(/^two +\d+ s +1 s {2}ok/);
    expect(lines[3]).toMatch(/^total +\d+ s +1 s$/);
    expect([lines.at(-1), code]).toEqual(['4 passed, 0 failed', 0]);
  });

  it('marks a stage above its budget, in the table and in the last lines', async () => {
    const [lines, code] = await runOf([': >"$scratch/log"', `record 'slow' 2 0 "$scratch/log" 4`]);
    expect(lines[1]).toContain('ok, ABOVE its budget');
    expect(lines.at(-2)).toBe('above its budget: slow, 2 s of 1 s');
    expect([lines.at(-1), code]).toEqual(['1 passed, 0 failed', 0]);
  });

  it('ends a stage at its limit, names it, and begins no other', async () => {
    const [lines, code] = await runOf(["stage 'stuck' tail -f /dev/null", "stage 'next' true"], 1);
    expect(lines[1]).toMatch(/^stuck .*ENDED at its limit of 1 s$/);
    expect(lines.join('\n')).not.toContain('next');
    expect([lines.at(-1), code]).toEqual(['0 passed, 1 failed', 1]);
  });

  it('ends a stage at its limit although a process that it left holds its output', async () => {
    const left = 'setsid tail -f /dev/null & echo $! >left; wait';
    const [lines] = await runOf([`cd '${folder}'`, `stage 'left' bash -c '${left}'`], 1);
    process.kill(Number(readFileSync(join(folder, 'left'), 'utf8')));
    expect(lines.at(-1)).toBe('0 passed, 1 failed');
  });

  it('names in its last lines the files that needed a second run', async () => {
    const said = 'failed at first, and ran again alone: apps/a.spec.ts, libs/b.spec.ts';
    const [lines] = await runOf([`stage 'tests' printf '%s\\n' '${said}' '9 passed, 0 failed'`]);
    expect(lines.slice(-2)).toEqual([
      'needed a second run, alone: apps/a.spec.ts, libs/b.spec.ts (tests)',
      '9 passed, 0 failed',
    ]);
  });
});
