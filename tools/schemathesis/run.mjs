// `npm run test:schema`: schemathesis, as a TPP, against a new bank: no answer may be a fault of
// the server, and every answer has to match the interface's description.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBank, stopBank } from './bank.mjs';

const here = import.meta.dirname;
const root = join(here, '..', '..');
const requirements = readFileSync(join(here, 'requirements.txt'), 'utf8');
const venv = join(root, '.nordgate', 'schemathesis');

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
  'missing_required_header',
  'unsupported_method',
];

/** The pinned tools in a virtual environment, created again when the pins change. */
function installTools() {
  const marker = join(venv, 'requirements.txt');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === requirements) return;
  rmSync(venv, { recursive: true, force: true });
  mkdirSync(join(venv, '..'), { recursive: true });
  run('python3', ['-m', 'venv', venv]);
  run(join(venv, 'bin', 'pip'), ['install', '-q', '-r', join(here, 'requirements.txt')]);
  writeFileSync(marker, requirements);
}

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ended with ${status}`);
}

/** Schemathesis's own verdict; the counts are those of its JUnit report. */
function fuzz(url, dataDir, { phases, seconds, journeys }) {
  const report = join(dataDir, `report-${journeys}.xml`);
  const statuses = join(dataDir, `statuses-${journeys}`);
  const args = [
    ...['--config-file', join(here, 'schemathesis.toml')],
    ...['run', `${url}/v1/openapi.json`, '--no-color', '--warnings', 'off'],
    ...['--checks', checks.join(','), '--max-examples', '15', '--max-time', seconds],
    ...['--phases', phases, '--workers', '1'],
    ...(journeys === 'yes' ? ['--mode', 'positive'] : []),
    ...['--continue-on-failure', '--request-timeout', '15'],
    ...['--generation-database', 'none', '--report', 'junit', '--report-junit-path', report],
    ...process.argv.slice(2),
  ];
  const { status } = spawnSync(join(venv, 'bin', 'schemathesis'), args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    cwd: dataDir,
    env: {
      ...process.env,
      SCHEMATHESIS_HOOKS: join(here, 'hooks.py'),
      PYTHONDONTWRITEBYTECODE: '1',
      NORDGATE_TPP: join(dataDir, 'sandbox'),
      NORDGATE_STATUSES: statuses,
      NORDGATE_JOURNEYS: journeys,
    },
  });
  const text = existsSync(report) ? readFileSync(report, 'utf8') : '';
  const count = (name) =>
    Number(new RegExp(`<testsuites[^>]* ${name}="(\\d+)"`).exec(text)?.[1] ?? 0);
  const broken = count('failures') + count('errors') + (didEnough(statuses) ? 0 : 1);
  const failed = status === 0 ? broken : Math.max(broken, 1);
  return { passed: Math.max(count('tests') - broken, 0), failed };
}

/** Says what came, and whether all of it was worth it: some has to be accepted, not refused at the door. */
function didEnough(file) {
  const seen = new Map();
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
    const status = line.split(' ').at(-1) ?? '';
    if (status !== '') seen.set(status, (seen.get(status) ?? 0) + 1);
  }
  const told = [...seen].sort().map(([status, times]) => `${status}: ${times}`);
  console.log(`answers  ${told.join('  ')}`);
  return ['200', '201', '404'].every((status) => seen.has(status));
}

installTools();
const dataDir = mkdtempSync(join(tmpdir(), 'nordgate-schema-'));
const { bank, url } = startBank(dataDir);
let counts;
try {
  const address = await url;
  const runs = [
    fuzz(address, dataDir, { phases: 'examples,coverage,fuzzing', seconds: '60', journeys: 'no' }),
    fuzz(address, dataDir, { phases: 'stateful', seconds: '20', journeys: 'yes' }),
  ];
  counts = {
    passed: runs[0].passed + runs[1].passed,
    failed: runs[0].failed + runs[1].failed,
  };
} finally {
  await stopBank(bank);
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);
