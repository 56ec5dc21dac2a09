import { setTimeout as sleep } from 'node:timers/promises';
import {
  approveAt,
  instantPath,
  jsonWith,
  orderBetween,
  scaRedirectOf,
  statusOf,
} from '@nordgate/testing';
import type { World } from '@nordgate/testing';
import { Recorder } from './recorder.js';
import { atOnce, giveUpMs } from './scene.js';
import type { Scene } from './scene.js';

/** What the bank of the sandbox takes for an instant payment. */
const feeOfInstant = 200;
const transfers = 3;

/** Instant payments between the two customers, while the TPP reads the balance of the debtor. */
export async function transfer(scene: Scene, account: string): Promise<void> {
  const { recorder, world } = scene;
  const opened = Recorder.now();
  const input = { account, amount: await balanceOf(world, account) };
  const answered = { at: opened, output: { outcome: 'opened' } };
  const open = { model: 'balances', client: 0, operation: 'open', input } as const;
  recorder.note(open, opened, answered);
  let isOver = false;
  const reading = atOnce(scene, 2, async (client, own) => {
    while (!isOver) {
      await recorder.call(
        { model: 'balances', client: client + 1, operation: 'read', input: { account } },
        async () => ({ outcome: 'read', value: await balanceOf(world, account) }),
        giveUpMs(own),
      );
      await sleep(own.between(0, 30));
    }
  });
  for (let count = 0; count < transfers; count += 1) await payAtOnce(scene, account);
  isOver = true;
  await reading;
}

/** Notes a transfer from its approval until the status says that it is booked. */
async function payAtOnce(scene: Scene, account: string): Promise<void> {
  const { recorder, world, debtor, creditor, chance } = scene;
  const amount = chance.between(100, 9999);
  const instructedAmount = { amount: (amount / 100).toFixed(2), currency: 'NOK' };
  const body = orderBetween({ debtor, creditor }, { instructedAmount });
  const initiated = await world.tpp.call({ method: 'POST', path: instantPath, body });
  const made = jsonWith<{ paymentId: string }>(initiated, 201);
  const input = { account, amount: -amount - feeOfInstant };
  await recorder.call({ model: 'balances', client: 0, operation: 'transfer', input }, async () => {
    await approveAt(world, scaRedirectOf(made), debtor);
    while ((await statusOf(world, instantPath, made.paymentId)) !== 'ACSC') await sleep(5);
    return { outcome: 'booked' };
  });
}

interface Balances {
  readonly balances: readonly {
    readonly balanceType: string;
    readonly balanceAmount: { readonly amount: string };
  }[];
}

/** The booked balance of an account in the smallest unit. @throws Error for an answer without one */
async function balanceOf({ tpp }: World, account: string): Promise<number> {
  const answer = await tpp.call({ method: 'GET', path: `/v1/accounts/${account}/balances` });
  const { balances: all } = jsonWith<Balances>(answer, 200);
  const booked = all.find(({ balanceType }) => balanceType === 'interimBooked') ?? all[0];
  if (booked === undefined) throw new Error(`no balance: ${answer.text}`);
  return Math.round(Number(booked.balanceAmount.amount) * 100);
}
