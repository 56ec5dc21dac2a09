import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseScenario, ScenarioFileError } from '../scenario/read-scenario.js';
import { textOfScenario, textOfStep, textOfSummary } from '../scenario/report.js';
import type { RanScenario } from '../scenario/report.js';
import { runScenario } from '../scenario/run-scenario.js';
import type { Scenario } from '../scenario/scenario.js';
import { tppSourceOf } from './scenario-tpps.js';
import type { ScenarioOptions } from './scenario-tpps.js';
import { exitCodes, UsageError } from './terminal.js';
import type { Terminal } from './terminal.js';

/** Options of `scenario run`. */
export interface RunOptions extends ScenarioOptions {
  readonly json?: boolean;
}

interface ScenarioFile {
  readonly file: string;
  readonly scenario: Scenario;
}

/**
 * Runs the scenarios of files and folders, and prints their results. Resolves with the exit code.
 *
 * @throws UsageError before anything runs when a file is no scenario
 */
export async function runScenarios(
  paths: readonly string[],
  options: RunOptions,
  terminal: Terminal,
): Promise<number> {
  const ran = await runAll(await readAll(paths), options, terminal);
  if (options.json === true) terminal.out(JSON.stringify(ran, null, 2));
  else if (ran.length > 1) terminal.out(textOfSummary(ran));
  return ran.some(({ outcome }) => outcome === 'failed') ? exitCodes.refused : exitCodes.fine;
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
    const one = { file, title, shows, ...result };
    ran.push(one);
    say(`${textOfScenario(one)}\n`);
  }
  return ran;
}
