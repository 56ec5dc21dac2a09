import { join } from 'node:path';
import { BankProcess } from '@nordgate/demo/bank-process';
import { uncheckedTpp } from '@nordgate/testing';
import { postsPerSecond } from './post.bench.js';
import type { Comparison } from './rounds.js';

const requestsPerRound = 4000;

/** The price of seals, and a way to stop the two measured banks. */
interface SealBench {
  readonly comparison: Comparison;
  stop(): Promise<void>;
}

/** Two banks on separate databases, with and without a seal. One is idle while the other works. */
export async function sealBench(dataDir: string): Promise<SealBench> {
  const folders = { on: join(dataDir, 'sealing'), off: join(dataDir, 'plain') };
  const sealing = await BankProcess.start({ dataDir: folders.on, env: { RESPONSE_SEAL: 'on' } });
  const plain = await BankProcess.start({
    dataDir: folders.off,
    env: { RESPONSE_SEAL: 'off' },
  }).catch(async (error: unknown) => {
    await sealing.stop();
    throw error;
  });
  const sealingTpp = await uncheckedTpp(sealing.addresses, folders.on);
  const plainTpp = await uncheckedTpp(plain.addresses, folders.off);
  return {
    comparison: {
      name: 'signed POST to 201 with a sealed answer, 32 connections',
      target: 0.5,
      against: 'the same without the seal',
      ours: () => postsPerSecond(sealingTpp, requestsPerRound),
      baseline: () => postsPerSecond(plainTpp, requestsPerRound),
    },
    async stop() {
      await Promise.all([sealing.stop(), plain.stop()]);
    },
  };
}
