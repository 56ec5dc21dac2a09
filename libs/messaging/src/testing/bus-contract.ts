import { describe, it } from '@jest/globals';
import { Bench } from './bench.js';
import { boundsContract } from './bounds-contract.js';
import type { MakeHarness } from './bus-harness.js';
import { caughtUpContract } from './caught-up-contract.js';
import { deliveryContract } from './delivery-contract.js';
import { newerReleaseContract } from './newer-release-contract.js';
import { orderContract } from './order-contract.js';
import { parkingContract } from './parking-contract.js';
import { promiseContract } from './promise-contract.js';
import { replyContract } from './reply-contract.js';

export { contractStreams } from './bus-harness.js';
export type { BusHarness, MakeHarness } from './bus-harness.js';

type Contract = Readonly<Record<string, (bench: Bench) => Promise<void>>>;

const contracts: Readonly<Record<string, Contract>> = {
  order: orderContract,
  delivery: deliveryContract,
  'the end of a topic': caughtUpContract,
  promises: promiseContract,
  'slice bounds': boundsContract,
  parking: parkingContract,
  'a newer release': newerReleaseContract,
  replies: replyContract,
};

const testLimitMs = 120_000;

/** The suite that every implementation of `Bus` passes, so that apps behave the same on each. */
export function describeBusContract(name: string, makeHarness: MakeHarness): void {
  describe(`${name} as a bus`, () => {
    for (const [part, contract] of Object.entries(contracts)) {
      describe(part, () => {
        for (const [sentence, body] of Object.entries(contract)) {
          it(sentence, () => withBench(makeHarness, body), testLimitMs);
        }
      });
    }
  });
}

async function withBench(
  makeHarness: MakeHarness,
  body: (bench: Bench) => Promise<void>,
): Promise<void> {
  const bench = new Bench(await makeHarness());
  try {
    await body(bench);
  } finally {
    await bench.close();
  }
}
