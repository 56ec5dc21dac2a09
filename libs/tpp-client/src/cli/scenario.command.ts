import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { parseScenario, ScenarioFileError } from '../scenario/read-scenario.js';
import { textOfScenario, textOfStep, textOfSummary } from '../scenario/report.js';
import type { RanScenario } from '../scenario/report.js';
import { runScenario } from '../scenario/run-scenario.js';
import type { Scenario } from '../scenario/scenario.js';
import { scenarioSchema } from '../scenario/scenario-schema.js';
import { addConnectionOptions, addRedirectOption, addSealOptions } from './request-options.js';
import { tppSourceOf } from './scenario-tpps.js';
import type { ScenarioOptions } from './scenario-tpps.js';
import { exitCodes, UsageError } from './terminal.js';
import type { Terminal } from './terminal.js';

interface RunOptions extends ScenarioOptions {
  readonly json?: boolean;
}

interface ScenarioFile {
  readonly file: string;
  readonly scenario: Scenario;
}

/** `scenario`: runs scenarios, and prints the schema of their files. */
export function scenarioCommand(terminal: Terminal, end: (code: number) => void): Command {
  const run = new Command('run')
    .description('run scenarios at a sandbox, and compare every answer with its expectations')
    .argument('<files...>', 'files of scenarios, or folders of them')
    .option('--json', 'print JSON')
    .addHelpText('after', help)
    .action(async (paths: readonly string[], options: RunOptions) => {
      const files = await readAll(paths);
      const ran = await runAll(files, options, terminal);
      if (options.json === true) terminal.out(JSON.stringify(ran, null, 2));
      else if (ran.length > 1) terminal.out(textOfSummary(ran));
      end(ran.some(({ outcome }) => outcome === 'failed') ? exitCodes.refused : exitCodes.fine);
    });
  const schema = new Command('schema')
    .description('print the JSON schema of a scenario, for editors')
    .action(() => terminal.out(JSON.stringify(scenarioSchema, null, 2)));
  return new Command('scenario')
    .description('run scenarios of YAML files at a sandbox')
    .addCommand(addSealOptions(addRedirectOption(addConnectionOptions(run))))
    .addCommand(schema)
    .addHelpText('after', help);
}

/** Reads all files before the first one runs. @throws UsageError with the faults of all files */
async function readAll(paths: readonly string[]): Promise<readonly ScenarioFile[]> {
  const files = (await Promise.all(paths.map(filesOf))).flat();
  const faults: string[] = [];
  const read: ScenarioFile[] = [];
  for (const file of files) {
    try {
      read.push({ file, scenario: parseScenario(await readFile(file, 'utf8'), file) });
    } catch (error) {
      if (!(error instanceof ScenarioFileError)) throw error;
      faults.push(error.message);
    }
  }
  if (faults.length > 0) throw new UsageError(`not a scenario\n${faults.join('\n')}`);
  return read;
}

async function filesOf(path: string): Promise<readonly string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = (await readdir(path)).filter((name) => /\.ya?ml$/.test(name)).sort();
    if (names.length > 0) return names.map((name) => join(path, name));
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? ''})`);
  }
  throw new UsageError(`there is no *.yaml in ${path}`);
}

async function runAll(
  files: readonly ScenarioFile[],
  options: RunOptions,
  terminal: Terminal,
): Promise<readonly RanScenario[]> {
  const say = (text: string) => {
    if (options.json !== true) terminal.out(text);
  };
  const source = await tppSourceOf(options, terminal);
  const ran: RanScenario[] = [];
  for (const { file, scenario } of files) {
    const { title, shows } = scenario;
    say(title);
    const result = await runScenario(scenario, source, (step) => say(textOfStep(step)));
    ran.push({ file, title, shows, ...result });
    say(`${textOfScenario(ran.at(-1)!)}\n`);
  }
  return ran;
}

const help = `
Scenarios run one after another, each ends with its first unmet expectation. A scenario that resets the
sandbox resets it for all who use it.

Exit codes: 0 all passed or were skipped; 1 an expectation failed; 2 wrong usage, or a file that is not a
scenario; 4 the bank cannot be reached.

Examples, beside npm start:
  nordgate-tpp scenario run examples/scenarios/
  nordgate-tpp scenario run my.yaml --url https://sandbox.bank.example --cert tpp.pem --key tpp.key.pem
  nordgate-tpp scenario schema > scenario.schema.json`;
