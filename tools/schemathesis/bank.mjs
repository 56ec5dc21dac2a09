// A new bank for a test of its interface: one process on free ports, with its data in a folder of the test.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '..', '..');

/** Starts the one-process bank; `url` resolves with the address of its interface. */
export function startBank(dataDir) {
  const bank = spawn(process.execPath, [join(root, 'apps/standalone/dist/main.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NORDGATE_DATA_DIR: dataDir,
      GATEWAY_PORT: '0',
      SCA_PORT: '0',
      OPERATIONS_PORT: '0',
    },
  });
  const url = new Promise((resolve, reject) => {
    bank.once('exit', (code) => reject(new Error(`the bank ended with ${code}`)));
    createInterface({ input: bank.stdout }).on('line', (line) => {
      const [, address] = /^ {2}interface for TPPs +(\S+)\/v1$/.exec(line) ?? [];
      if (address !== undefined) resolve(address);
    });
  });
  return { bank, url };
}

/** Stops the bank and waits until its process has ended. */
export function stopBank(bank) {
  if (bank.exitCode !== null) return Promise.resolve();
  const gone = new Promise((resolve) => bank.once('exit', resolve));
  bank.kill('SIGTERM');
  return gone;
}
