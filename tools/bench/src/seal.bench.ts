import { join } from 'node:path';
import { startUnlimitedBank } from './unlimited-bank.js';
import { uncheckedTpp } from '@nordgate/testing';
import { createAnswerSealer, sealSignature } from '@nordgate/signature';
import { issueBankSeal, issueSandboxCa } from '@nordgate/signature/issue';
import type { SignatureAlgorithm } from '@nordgate/signature';
import { postsPerSecond } from './post.bench.js';
import type { Comparison } from './rounds.js';

const requestsPerRound = 4000;
/** Below these something has become slower; they are no promise (docs/adr/0013-sealed-answers.md). */
const targets = { ecdsa: 0.65, rsa: 0.5 };
const sealsPerRound = 1000;

/** The price of seals, and a way to stop the two measured banks. */
interface SealBench {
  readonly comparison: Comparison;
  stop(): Promise<void>;
}

/** The algorithms of the seal, as `RESPONSE_SEAL` names them. */
export const sealKinds = ['ecdsa', 'rsa'] as const;
type SealKind = (typeof sealKinds)[number];

/**
 * Two banks on separate databases, with a seal of this kind and without a seal. One is idle while the other
 * works.
 */
export async function sealBench(dataDir: string, kind: SealKind): Promise<SealBench> {
  const folders = { on: join(dataDir, `${kind}-sealing`), off: join(dataDir, `${kind}-plain`) };
  const sealing = await startUnlimitedBank({ dataDir: folders.on, env: { RESPONSE_SEAL: kind } });
  const plain = await startUnlimitedBank({
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
      name: `signed POST to 201 with an answer sealed by ${kind}, 32 connections`,
      target: targets[kind],
      against: 'the same without the seal',
      ours: () => postsPerSecond(sealingTpp, requestsPerRound),
      baseline: () => postsPerSecond(plainTpp, requestsPerRound),
    },
    async stop() {
      await Promise.all([sealing.stop(), plain.stop()]);
    },
  };
}

/** Seals of one thread with ECDSA against those with RSA: digest, signing string and signature. */
export async function sealCostBench(): Promise<Comparison> {
  const validity = { validFrom: new Date(0), validTo: new Date('2099-01-01') };
  const names = { commonName: 'Seal', organisation: 'Bank' };
  const ca = await issueSandboxCa({ ...validity, ...names });
  const sealerOf = async (algorithm: SignatureAlgorithm) => {
    const seal = { ...validity, ...names, ca, algorithm, organizationIdentifier: 'PSDNO-FSA-1' };
    return createAnswerSealer(await issueBankSeal(seal));
  };
  const [ecdsa, rsa] = [await sealerOf('ecdsa-sha256'), await sealerOf('rsa-sha256')];
  return {
    name: 'seals by ecdsa on one thread',
    target: 2,
    against: 'seals by rsa',
    ours: () => sealsPerSecond(ecdsa),
    baseline: () => sealsPerSecond(rsa),
  };
}

function sealsPerSecond(sealer: ReturnType<typeof createAnswerSealer>): number {
  const answer = { body: '{"transactionStatus":"RCVD"}', header: () => undefined };
  const started = performance.now();
  for (let made = 0; made < sealsPerRound; made += 1) {
    const prepared = sealer({ ...answer, now: new Date() });
    prepared.finish(sealSignature(prepared));
  }
  return (sealsPerRound * 1000) / (performance.now() - started);
}
