import { supervise } from '@nordgate/service/process';
import { startBank } from './bank.js';
import { earlyEnd, endEarly } from './command-arguments.js';
import { readConfig } from './config.js';

/** `npm start`: the bank in one process, until SIGTERM or SIGINT. */
async function start() {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const bank = await startBank(readConfig(process.env), { say });
  const { gatewayUrl, scaUrl, operationsUrl } = bank;
  return {
    addresses: [
      ['interface for TPPs', `${gatewayUrl}/v1`],
      ['approval site', scaUrl],
      ['operator', operationsUrl],
      ['health, metrics', `${operationsUrl}/health/ready  ${operationsUrl}/metrics`],
    ] as const,
    stop: () => bank.stop(),
  };
}

const end = earlyEnd(process.argv.slice(2), {
  usage: 'npm start',
  text: `Starts the sandbox bank in one process, until SIGTERM or SIGINT. Environment variables set its data
folder (NORDGATE_DATA_DIR), ports (GATEWAY_PORT, SCA_PORT, OPERATIONS_PORT) and further CAs
(NORDGATE_TRUST_DIR): docs/reference/configuration.md.`,
});
if (end !== undefined) endEarly(end);
await supervise({ name: 'Nordgate', start });
