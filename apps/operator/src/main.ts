import { readSettings, SettingsFault } from '@nordgate/service/process';
import { operatorProgram } from './operator-program.js';
import { OperatorSettings } from './operator-settings.js';
import { OperationRefused, OperationsClient } from './operations-client.js';

/** `npm run operator -- tpp stop|release|list …` and `payment cancel|change …`: what the bank's operator does by hand. */
async function main(): Promise<void> {
  const client = await OperationsClient.open(readSettings(OperatorSettings, process.env));
  const say = (text: string) => process.stdout.write(`${text}\n`);
  await operatorProgram(client, say).parseAsync();
}

try {
  await main();
} catch (error) {
  if (!(error instanceof OperationRefused || error instanceof SettingsFault)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
