import { join } from 'node:path';
import { supervise } from '@nordgate/service/process';
import { startBank } from './bank.js';
import { earlyEnd, endEarly } from './command-arguments.js';
import { logForm, readConfig } from './config.js';
import { checkStart } from './start-check.js';

/** `npm start`: the bank in one process, until SIGTERM or SIGINT. */
async function start(say: (text: string) => void) {
  const config = readConfig(process.env);
  await checkStart(config, [
    { setting: 'GATEWAY_PORT', port: config.GATEWAY_PORT },
    { setting: 'SCA_PORT', port: config.SCA_PORT },
    { setting: 'CONSOLE_PORT', port: config.CONSOLE_PORT },
    { setting: 'OPERATIONS_PORT', port: config.OPERATIONS_PORT },
  ]);
  const bank = await startBank(config, { say });
  const { gatewayUrl, scaUrl, consoleUrl, operationsUrl } = bank;
  return {
    addresses: [
      ['interface for TPPs', `${gatewayUrl}/v1`],
      ['documentation', `${gatewayUrl}/docs`],
      ['approval site', scaUrl],
      ['pages of customers', `${scaUrl}/my`],
      ['console for TPPs', consoleUrl],
      ['demo certificate', join(config.NORDGATE_DATA_DIR, 'sandbox', 'demo-tpp.pem')],
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
await supervise({ name: 'Nordgate', form: logForm(process.env), start });
