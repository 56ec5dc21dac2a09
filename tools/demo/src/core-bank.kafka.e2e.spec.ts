import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoTpp, psuBrowser } from '@nordgate/testing';
import { CoreBank } from './core-bank.js';
import { runCoreJourney } from './core-journey.js';

describe('a bank whose core is the process of the fake core', () => {
  it('executes payments at once and in a run, books them, and none without funds', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'nordgate-core-bank-'));
    const bank = await CoreBank.start({ dataDir, say: () => undefined });
    let exitCode: number | null | undefined;
    try {
      const steps: string[] = [];
      const narrator = {
        part: () => undefined,
        step: (what: string, result: string) => steps.push(`${what}: ${result}`),
      };
      const { addresses } = bank;
      const tpp = await demoTpp(addresses, dataDir);
      await runCoreJourney({ tpp, newBrowser: () => psuBrowser(addresses), narrator });
      expect(steps).toEqual(
        expect.arrayContaining([
          'the PSU approves it, GET status: ACSC at once',
          'GET transactions of 99991200017: booked, 125.50 NOK',
          'GET transactions of 99991200025: booked, -125.50 NOK',
          'GET status of the payment without funds: ACCP, fundsAvailable=false',
          'GET status of the basket: RJCT',
        ]),
      );
      // accounts knows the opening balance alone; what was paid since is in the core.
      const [balance = ''] = steps.slice(-1);
      expect(balance).toMatch(/withBalance=true: 99991200025 has \d+\.\d\d NOK$/u);
      expect(balance).not.toContain('8500.50');
    } finally {
      exitCode = await bank.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
    expect(exitCode).toBe(0);
  });
});
