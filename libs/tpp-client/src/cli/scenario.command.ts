import { Command } from 'commander';
import { addConnectionOptions, addRedirectOption, addSealOptions } from './request-options.js';
import type { RunOptions } from './run-scenarios.js';
import type { Terminal } from './terminal.js';

/** `scenario`: runs scenarios, and prints the schema of their files. */
export function scenarioCommand(terminal: Terminal, end: (code: number) => void): Command {
  const run = new Command('run')
    .description('run scenarios at a sandbox, and compare every answer with its expectations')
    .argument('<files...>', 'files of scenarios, or folders of them')
    .option('--json', 'print JSON')
    .addHelpText('after', help)
    .action(async (paths: readonly string[], options: RunOptions) => {
      // Loaded when needed: the other commands start without the readers of YAML and HTML.
      const { runScenarios } = await import('./run-scenarios.js');
      end(await runScenarios(paths, options, terminal));
    });
  const schema = new Command('schema')
    .description('print the JSON schema of a scenario, for editors')
    .action(async () => {
      const { scenarioSchema } = await import('../scenario/scenario-schema.js');
      terminal.out(JSON.stringify(scenarioSchema, null, 2));
    });
  return new Command('scenario')
    .description('run scenarios of YAML files at a sandbox')
    .addCommand(addSealOptions(addRedirectOption(addConnectionOptions(run))))
    .addCommand(schema)
    .addHelpText('after', help);
}

const help = `
Scenarios run one after another, each ends with its first unmet expectation. A scenario that resets the
sandbox resets the test data of its TPP. Other TPPs keep theirs.

Exit codes: 0 all passed or were skipped; 1 an expectation failed; 2 wrong usage, or a file that is not a
scenario; 4 the bank cannot be reached.

Examples, beside npm start:
  nordgate-tpp scenario run examples/scenarios/
  nordgate-tpp scenario run my.yaml --url https://sandbox.bank.example --cert tpp.pem --key tpp.key.pem
  nordgate-tpp scenario schema > scenario.schema.json`;
