// `npm test`: everything that needs neither Java nor a browser, with a time per stage.
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const scratch = mkdtempSync(join(tmpdir(), 'nordgate-check-'));
const report = join(scratch, 'jest.json');
const leftOut = ['.kafka.int.spec.ts', '.browser.e2e.spec.ts'];

const stages = [
  ['node', 'node', ['tools/require-node.mjs']],
  ['types', 'tsc', ['-b', 'tsconfig.json']],
  // The boundary rule of ESLint reads Nx's project graph, and says nothing without one.
  ['graph', 'nx', ['show', 'projects']],
  ['lint', 'eslint', ['.', '--max-warnings', '0']],
  ['format', 'prettier', ['--check', '--log-level', 'warn', '.']],
  ['tests', 'jest', ['--json', '--outputFile', report, '--testPathIgnorePatterns', ...leftOut]],
];

const times = [];
let failedStage;
for (const [name, command, args] of stages) {
  console.log(`\n== ${name}`);
  const started = performance.now();
  const { status } = spawnSync(command, args, {
    stdio: name === 'graph' ? ['ignore', 'ignore', 'inherit'] : 'inherit',
    env: { ...process.env, ...(name === 'tests' ? jestEnvironment() : {}) },
  });
  times.push([name, (performance.now() - started) / 1000]);
  if (status !== 0) {
    failedStage = name;
    break;
  }
}

console.log('\nstage    seconds');
for (const [name, seconds] of times) console.log(`${name.padEnd(8)} ${seconds.toFixed(1)}`);
const absent = leftOut.flatMap((suffix) => globSync(`{apps,libs}/*/src/**/*${suffix}`));
console.log(
  absent.length === 0
    ? 'left out: nothing'
    : `left out (npm run test:kafka, npm run test:browser): ${absent.join(', ')}`,
);
const { passed, failed } = counts();
if (failedStage !== undefined) console.log(`failed at: ${failedStage}`);
console.log(`${passed} passed, ${failed} failed`);
rmSync(scratch, { recursive: true });
process.exit(failedStage === undefined ? 0 : 1);

function jestEnvironment() {
  return { NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning' };
}

function counts() {
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    return { passed: numPassedTests, failed: Math.max(numFailedTests, numFailedTestSuites) };
  } catch {
    return { passed: 0, failed: failedStage === undefined ? 0 : 1 };
  }
}
