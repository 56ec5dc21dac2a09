import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BankProcess } from '@nordgate/demo/bank-process';
import { emptyTestDatabase } from '@nordgate/event-store/testing';
import { openSandboxTrust } from '@nordgate/local/sandbox-trust';
import { services } from './checker/evidence/evidence.js';
import { HeldSteps, stepsOfMove } from './testing/held-steps.js';
import { worldsOfTpps } from './testing/many-tpps.js';
import { MovedWorlds } from './testing/moved-worlds.js';

/** The others are met over Kafka. */
const met = ['WorldTimeSet', 'TransferInstructed', 'OccurrenceProgressed'];
const steps = stepsOfMove.filter(({ event }) => met.includes(event));

describe('clocks that move over standing orders, in a bank that is killed with kill -9 at step after step', () => {
  it('execute each order on its days exactly once, and nothing in a world whose clock stands', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'nordgate-moved-worlds-'));
    const databases = await Promise.all(services.map((name) => emptyTestDatabase(`moved_${name}`)));
    const urls = services.map((name, i) => [name, databases[i]?.url ?? ''] as const);
    const env = Object.fromEntries(
      urls.map(([name, url]) => [`DATABASE_URL_${name.toUpperCase()}`, url]),
    );
    const stores = { databaseUrl: (name: string) => new Map<string, string>(urls).get(name) ?? '' };
    let bank = await BankProcess.start({ dataDir, env });
    let held: HeldSteps | undefined;
    try {
      const { addresses } = bank;
      const again = {
        ...{ dataDir, env, gatewayPort: Number(new URL(addresses.gatewayUrl).port) },
        scaPort: Number(new URL(addresses.scaUrl).port),
      };
      const { ca } = await openSandboxTrust(dataDir, new Date());
      const worlds = await MovedWorlds.prepare(await worldsOfTpps(addresses, ca, 3));
      held = await HeldSteps.hold(stores, steps);
      const moved = worlds.move();
      for (const step of steps) {
        await held.whenReached(step);
        await bank.kill9();
        await held.release(step);
        bank = await BankProcess.start(again);
      }
      await moved;
      expect(await worlds.faults()).toEqual([]);
      expect(await bank.stop()).toBe(0);
    } finally {
      await held?.end();
      await bank.stop();
      await Promise.all(databases.map((database) => database.drop()));
      await rm(dataDir, { recursive: true, force: true });
    }
  }, 600_000);
});
