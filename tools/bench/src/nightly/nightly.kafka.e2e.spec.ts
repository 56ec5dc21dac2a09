import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const main = join(import.meta.dirname, '../../dist/nightly/main.js');
const run = promisify(execFile);

/** It needs no broker, but faketime, as the chaos runs beside which it is tested. */
describe('npm run nightly', () => {
  it('loads, reads, rebuilds and drops few entries, and archives and restores few payments', async () => {
    const args = [main, 'entries', '--entries=1500', '--by-report=750'];
    const { stdout } = await run(process.execPath, args);
    expect(stdout).not.toContain('FAILED');
    expect(stdout).toContain('everything held');
  });

  it('lets a bank live for some days', async () => {
    const args = [main, 'year', '--days=8', '--step=4', '--payments=1', '--reported=10'];
    const { stdout } = await run(process.execPath, args);
    expect(stdout).toMatch(/payments es\.event +\d+ +\d+/);
  });
});
