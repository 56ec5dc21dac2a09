import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultProfile } from '@nordgate/contracts/profile';
import { runTool, say } from '@nordgate/local/tool';
import { chooseDecisions } from './choose-decisions.js';
import { decisionsIn, readHistory, writeHistory } from './history.js';
import type { History } from './history.js';
import { decisionsVariable } from './recording-environment.js';
import { recordScenarios } from './record-scenarios.js';
import { takeTested } from './take-tested.js';

const usage = `npm run record -- [--only tests|scenarios] [--out FOLDER] [--all]
npm run record -- --cut FILE --only NAME [--out FOLDER]

Writes histories of decisions: of the tests of all deciders, and of a bank that runs every scenario of examples/scenarios.
  --only NAME   one of both
  --out FOLDER  default: the golden histories, tools/chaos/src/replay/golden
  --cut FILE    takes the decisions of a history that is there, such as one of npm run chaos -- --decisions=FILE
  --all         every decision; otherwise some of each command with each outcome`;

/** Decisions of one command with one outcome: those of tests differ most, and need the fewest events. */
const mostOf = (name: string) => (name === 'tests' ? 25 : 3);
const root = join(import.meta.dirname, '..', '..', '..', '..');
const golden = join(root, 'tools', 'chaos', 'src', 'replay', 'golden');

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      out: { type: 'string', default: golden },
      cut: { type: 'string' },
      all: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return say(usage);
  const { cut, only } = values;
  const records =
    cut === undefined
      ? { tests: recordTests, scenarios: recordScenarios }
      : { [only ?? 'cut']: () => readHistory(cut) };
  for (const [name, record] of Object.entries(records)) {
    if (only !== undefined && only !== name) continue;
    const whole = await record(say);
    const history = values.all ? whole : chooseDecisions(whole, mostOf(name));
    await writeHistory(join(values.out, `${name}.jsonl.zst`), history);
    const [kept, made] = [decisionsIn(history).length, decisionsIn(whole).length];
    say(`${name}: ${String(kept)} of ${String(made)} decisions`);
  }
}

/** The tests of deciders, with one of the reports of a core: what a property decides is another thing each time. */
const specs = globSync('apps/{accounts,baskets,batch,payments,sca}/src/**/*.spec.ts', {
  cwd: root,
}).filter((file) => file.endsWith('follow-core.int.spec.ts') || usesKit(file));

function usesKit(file: string): boolean {
  if (/\.(?:property|laws|int)\.spec\.ts$/.test(file)) return false;
  const kits = /from '@nordgate\/decider\/testing'|(?:Ledger|Transfers)InMemory/;
  return kits.test(readFileSync(join(root, file), 'utf8'));
}

/** The decisions in the tests of all services with deciders. @throws Error when a test fails */
async function recordTests(): Promise<History> {
  const folder = await mkdtemp(join(tmpdir(), 'nordgate-record-'));
  try {
    const preload = join(import.meta.dirname, 'record-tests.js');
    const nodeOptions = [
      ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
      `--import=${preload}`,
    ].join(' ');
    const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
    const child = spawn(process.execPath, [jest, '--silent', '--runTestsByPath', ...specs], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_OPTIONS: nodeOptions, [decisionsVariable]: folder },
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error('a test of a decider failed');
    const profile = defaultProfile('sandbox');
    return await takeTested({ folder, profile, from: 'the tests of deciders' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

runTool(main);
