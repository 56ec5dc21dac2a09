import { readSettings, SettingsError } from '@nordgate/service/process';
import { operatorProgram } from './operator-program.js';
import { operationsReach, OperatorSettings } from './operator-settings.js';
import { OperationRefused, OperationsClient } from './operations-client.js';
import type { Operations } from './operations-client.js';

/** `npm run operator -- <command>`: what the bank's operator does by hand (README.md). */
async function main(): Promise<void> {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  // The keys are read by the first command that asks a service: a restore needs none.
  let client: Promise<OperationsClient> | undefined;
  const open = () =>
    OperationsClient.open(operationsReach(readSettings(OperatorSettings, process.env)));
  const operations: Operations = {
    run: async (request) => (await (client ??= open())).run(request),
  };
  await operatorProgram(operations, say, process.env).parseAsync();
}

try {
  await main();
} catch (error) {
  if (!(error instanceof OperationRefused || error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
