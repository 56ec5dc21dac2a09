import { runJourney, strangerTpp } from '@nordgate/testing';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

describe("a TPP's journey through the one-process bank", () => {
  let test: TestBank;
  beforeAll(async () => {
    test = await startTestBank();
  }, 60_000);
  afterAll(() => test.stop());

  it('goes from first contact to approved and refused baskets', async () => {
    await runJourney(test.world(), await strangerTpp(test.bank));
  }, 60_000);

  it('can be repeated on the same bank', async () => {
    await runJourney(test.world(), await strangerTpp(test.bank));
  }, 60_000);
});
