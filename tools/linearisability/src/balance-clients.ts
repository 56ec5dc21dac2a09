import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '@nordgate/chaos/chance';
import { atOnce, giveUpMs, untilKnown } from './scene.js';
import type { Scene } from './scene.js';

const transfers = 3;
/** A reader that meets faults would go on for as long as they last. */
const readsMax = 40;

/** Instant payments between the two customers, while the TPP reads the balance of the debtor. */
export async function transfer(scene: Scene, account: string): Promise<void> {
  const { recorder, calls } = scene;
  const opened = recorder.now();
  const { value = Number.NaN } = await untilKnown(() => calls.readBalance(account));
  const open = { model: 'balances', client: 0, operation: 'open' } as const;
  const output = { outcome: 'opened' };
  recorder.note({ ...open, input: { account, amount: value } }, opened, { at: opened, output });
  let isOver = false;
  const pays = async () => {
    for (let count = 0; count < transfers; count += 1) await payAtOnce(scene, account);
    isOver = true;
  };
  const reads = async (client: number, own: Chance) => {
    for (let count = 0; count < readsMax && !isOver; count += 1) {
      await recorder.call(
        { model: 'balances', client: client + 1, operation: 'read', input: { account } },
        () => calls.readBalance(account),
        giveUpMs(own),
      );
      await sleep(own.between(0, 30));
    }
  };
  await Promise.all([atOnce(scene, 2, reads), pays()]);
}

/** Notes a transfer from its approval until the status says that it is booked. */
async function payAtOnce({ recorder, calls, chance }: Scene, account: string): Promise<void> {
  const amount = chance.between(100, 9999);
  const approve = await calls.orderTransfer(amount);
  if (approve === undefined) return;
  const input = { account, amount: -amount - calls.feeOfTransfer };
  await recorder.call({ model: 'balances', client: 0, operation: 'transfer', input }, approve);
}
