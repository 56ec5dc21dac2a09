import { startBank } from './bank.js';
import { ConfigFault, readConfig } from './config.js';

/** `npm start`: the bank in one process, until it is told to stop. */
async function main(): Promise<void> {
  const started = performance.now();
  const config = readConfig(process.env);
  const bank = await startBank(config, { say });
  const stop = (signal: string) => {
    say(`${signal}: stopping`);
    bank.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        say(`stopping failed: ${String(error)}`);
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`ready after ${seconds} s`);
  say(`  interface for TPPs   ${bank.gatewayUrl}/v1`);
  say(`  approval site        ${bank.scaUrl}`);
  say(`  health, metrics      ${bank.gatewayUrl}/health/ready  ${bank.gatewayUrl}/metrics`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  const faults = error instanceof ConfigFault ? error.message : describe(error);
  process.stderr.write(`Nordgate cannot start:\n${faults}\n`);
  process.exit(1);
});

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
