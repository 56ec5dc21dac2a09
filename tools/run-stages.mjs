// What `npm test` and `npm run test:kafka` share: stages in order, a time per stage, a last line.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** For Jest's arguments: the long specs begin first. */
export const longestFirst = ['--testSequencer', join(import.meta.dirname, 'longest-first.ts')];

const nodeOptions = '--experimental-vm-modules --disable-warning=ExperimentalWarning';

/**
 * Of Jest and its workers; the processes of tests get others. Most of what a test file makes lives until its end: with a
 * small space for young objects, V8 copies all of it again and again. Without the last flag, V8 marks the whole heap whenever
 * buffers have grown by some dozen MB, and the heap of a worker grows with each test file.
 */
const heapFlags = [
  ...['--min-semi-space-size=64', '--max-semi-space-size=64'],
  '--external-memory-accounted-in-global-limit',
];
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');

/**
 * A stage that runs Jest with so many workers; its counts become the last line. A test that failed may leave
 * a process behind that holds the pipes of its worker open: Jest would wait for it.
 */
export function jestStage(workers, args, env = {}) {
  const runs = (count, more) => [
    ...[...heapFlags, jest, '-w', String(count), '--forceExit'],
    ...[...args, ...more],
  ];
  return {
    name: 'tests',
    command: 'node',
    args: runs(workers, []),
    argsAlone: (files) => runs(1, ['--runTestsByPath', ...files]),
    env: { NODE_OPTIONS: nodeOptions, ...env },
  };
}

/**
 * Runs stages `{ name, command, args, env, quiet }` until one fails, prints the time of each, then the
 * `remarks`, then `N passed, N failed`. The stages of a nested list run at the same time. Ends the process:
 * 0 when everything held.
 */
export async function runStages(stages, remarks = []) {
  const scratch = mkdtempSync(join(tmpdir(), 'nordgate-check-'));
  const report = join(scratch, 'jest.json');
  // Tests start processes of the bank again and again: Node compiles their modules once.
  process.env.NODE_COMPILE_CACHE ??= join(scratch, 'compiled');
  // The processes of a bank have room for the garbage of their start (`tools/local/src/host/child-program.ts`).
  process.env.NORDGATE_SHORT_RUN ??= '1';
  const times = [];
  let failedStage;
  for (const stage of stages) {
    const group = [stage].flat();
    console.log(`\n== ${group.map(({ name }) => name).join(', ')}`);
    const started = performance.now();
    const statuses = await Promise.all(
      group.map(async (one) => {
        const status = await runUntilShown(one, report, remarks);
        times.push([one.name, (performance.now() - started) / 1000]);
        return status;
      }),
    );
    failedStage = group.find((_, i) => statuses[i] !== 0)?.name;
    if (failedStage !== undefined) break;
  }
  console.log('\nstage    seconds');
  for (const [name, seconds] of times) console.log(`${name.padEnd(8)} ${seconds.toFixed(1)}`);
  for (const remark of remarks) console.log(remark);
  const { passed, failed } = countsOf(report, failedStage);
  if (failedStage !== undefined) console.log(`failed at: ${failedStage}`);
  console.log(`${passed} passed, ${failed} failed`);
  rmSync(scratch, { recursive: true });
  process.exit(failedStage === undefined ? 0 : 1);
}

/**
 * Runs a stage. With NORDGATE_SECOND_RUN, the spec files that failed run once more, alone; their cases count
 * as this run shows them, and a remark names the files.
 */
async function runUntilShown(stage, report, remarks) {
  const status = await runStage(stage, report);
  if (status === 0 || !stage.argsAlone || !process.env.NORDGATE_SECOND_RUN) return status;
  const first = reportAt(report);
  if (first === undefined) return status;
  const { filesToRunAgain, namedCases, unshownCases, withSecondRun } =
    await import('./second-run.ts');
  const files = filesToRunAgain(first);
  if (files.length === 0) return status;
  const named = files.map((file) => relative(process.cwd(), file)).join(', ');
  console.log(`\n== once more, alone: ${named}`);
  const statusAlone = await runStage({ ...stage, args: stage.argsAlone(files) }, report);
  const second = reportAt(report);
  if (second === undefined) return statusAlone;
  const both = withSecondRun(first, second);
  writeFileSync(report, JSON.stringify(both));
  const unshown = unshownCases(both, namedCases());
  for (const one of unshown) console.error(one);
  // `.ci/stages` repeats this line at the end of the whole run.
  remarks.push(`failed at first, and ran again alone: ${named}`);
  return statusAlone === 0 && unshown.length > 0 ? 1 : statusAlone;
}

function reportAt(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * The exit code; null when a signal ended the stage, or when the command is missing. A stage that is not Jest may write
 * its counts where NORDGATE_CHECK_REPORT names.
 */
async function runStage({ command, args, argsAlone, env, quiet = false }, report) {
  const counted = argsAlone ? ['--json', '--outputFile', report] : [];
  const child = spawn(command, [...args, ...counted], {
    stdio: quiet ? ['ignore', 'ignore', 'inherit'] : 'inherit',
    env: { ...process.env, NORDGATE_CHECK_REPORT: report, ...env },
  });
  try {
    const [status] = await once(child, 'exit');
    return status;
  } catch ({ message }) {
    console.error(message);
    return null;
  }
}

/** A failed stage counts as one failure at least, also where no test failed or none was found. */
function countsOf(report, failedStage) {
  const least = failedStage === undefined ? 0 : 1;
  const written = reportAt(report);
  if (written === undefined) return { passed: 0, failed: least };
  const { numPassedTests, numFailedTests, numFailedTestSuites } = written;
  return { passed: numPassedTests, failed: Math.max(numFailedTests, numFailedTestSuites, least) };
}
