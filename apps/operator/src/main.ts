import { readSettings, SettingsError } from '@nordgate/service/settings';
import { operatorProgram } from './operator-program.js';
import { operationsReach, OperatorSettings } from './operator-settings.js';
import { OperationPending, OperationRefused, OperationsClient } from './operations-client.js';
import type { Operations } from './operations-client.js';

/** `npm run operator -- <command>`: what the bank's operator does by hand (README.md). */
async function main(): Promise<void> {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  // The keys are read by the first command that asks a service: a restore needs none.
  let client: Promise<OperationsClient> | undefined;
  const open = () =>
    OperationsClient.open(
      operationsReach(readSettings(OperatorSettings, process.env), program.opts<As>().as),
    );
  const operations: Operations = {
    run: async (request, options) => (await (client ??= open())).run(request, options),
  };
  const { isTTY } = process.stdout;
  const program = operatorProgram(operations, { say, isTerminal: isTTY }, process.env);
  await program.parseAsync();
}

interface As {
  readonly as?: string;
}

/** Nothing is done, and nothing is wrong: a script has to tell this from both. */
const pendingCode = 3;

try {
  await main();
} catch (error) {
  const isPending = error instanceof OperationPending;
  const isKnown = isPending || error instanceof OperationRefused || error instanceof SettingsError;
  if (!isKnown) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = isPending ? pendingCode : 1;
}
