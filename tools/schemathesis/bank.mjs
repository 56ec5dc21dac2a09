// A new bank for a test of its interface: one process on free ports, with its data in a folder of the test.
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = join(import.meta.dirname, '..', '..');

/**
 * Starts the one-process bank; `url` resolves with the address of its interface. Its lines go to a file: the
 * tests wait synchronously, so a pipe would fill with the access log and stop the bank.
 */
export function startBank(dataDir) {
  const folder = mkdtempSync(join(tmpdir(), 'nordgate-bank-log-'));
  const log = join(folder, 'bank.log');
  const output = openSync(log, 'w');
  const bank = spawn(process.execPath, [join(root, 'apps/standalone/dist/main.js')], {
    stdio: ['ignore', output, 'inherit'],
    env: {
      ...process.env,
      NORDGATE_DATA_DIR: dataDir,
      GATEWAY_PORT: '0',
      SCA_PORT: '0',
      OPERATIONS_PORT: '0',
      CONSOLE_PORT: '0',
    },
  });
  closeSync(output);
  bank.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { bank, url: addressOf(bank, log) };
}

/** The address that the bank prints when it is ready; rejects when the bank ends before. */
async function addressOf(bank, log) {
  while (bank.exitCode === null) {
    const [, address] =
      /^ {2}interface for TPPs +(\S+)\/v1$/m.exec(readFileSync(log, 'utf8')) ?? [];
    if (address !== undefined) return address;
    await delay(100);
  }
  throw new Error(`the bank ended with ${bank.exitCode}`);
}

/** Stops the bank and waits until its process has ended. */
export function stopBank(bank) {
  if (bank.exitCode !== null) return Promise.resolve();
  const gone = new Promise((resolve) => bank.once('exit', resolve));
  bank.kill('SIGTERM');
  return gone;
}
