import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BankProcess } from './bank-process.js';
import { demoTpp, psuBrowser } from '@nordgate/testing';
import { surviveKill } from './power-cut.js';

describe('kill -9 of the bank while payments come in', () => {
  it('keeps every acknowledged payment with its status', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'nordgate-power-cut-'));
    let bank = await BankProcess.start({ dataDir });
    try {
      const { addresses } = bank;
      const tpp = await demoTpp(addresses, dataDir);
      tpp.actFor({ psuId: '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10', tppSessionId: 's-1' });
      const steps: string[] = [];
      const narrator = { part: () => undefined, step: (what: string) => steps.push(what) };
      const world = { tpp, newBrowser: () => psuBrowser(addresses), narrator };
      const again = { dataDir, gatewayPort: Number(new URL(addresses.gatewayUrl).port) };
      bank = await surviveKill(world, bank, () => BankProcess.start(again));
      expect(steps).toHaveLength(3);
      expect(await bank.stop()).toBe(0);
    } finally {
      await bank.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
