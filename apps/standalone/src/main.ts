import { supervise } from '@nordgate/service/process';
import { startBank } from './bank.js';
import { readConfig } from './config.js';
import { checkStart } from './start-check.js';

/** `npm start`: the bank in one process, until SIGTERM or SIGINT. */
async function start() {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const config = readConfig(process.env);
  await checkStart(config, [
    { setting: 'GATEWAY_PORT', port: config.GATEWAY_PORT },
    { setting: 'SCA_PORT', port: config.SCA_PORT },
    { setting: 'OPERATIONS_PORT', port: config.OPERATIONS_PORT },
  ]);
  const bank = await startBank(config, { say });
  const { gatewayUrl, scaUrl, operationsUrl } = bank;
  return {
    addresses: [
      ['interface for TPPs', `${gatewayUrl}/v1`],
      ['approval site', scaUrl],
      ['pages of customers', `${scaUrl}/my`],
      ['operator', operationsUrl],
      ['health, metrics', `${operationsUrl}/health/ready  ${operationsUrl}/metrics`],
    ] as const,
    stop: () => bank.stop(),
  };
}

await supervise({ name: 'Nordgate', start });
