import {
  aDomesticPayment,
  demand,
  NotAsDescribedError,
  singlePath,
  statusOf,
} from '@nordgate/testing';
import type { TppClient } from '@nordgate/tpp-client';
import type { World } from '@nordgate/testing';
import { BankProcess } from './bank-process.js';

/** A payment that the bank has acknowledged. */
interface Acknowledged {
  readonly paymentId: string;
  readonly transactionStatus: string;
}

const writers = 8;
/** The bank is killed at this payment, so that a slow machine has some to check and a fast one not too many. */
const acknowledgedBeforeTheCut = 80;

/**
 * Kills the bank with kill -9 while payments come in, starts it again on the same data and checks that
 * every acknowledged payment is there with its status.
 *
 * @returns the bank that runs now
 * @throws JourneyError when a payment is missing or has another status
 */
export async function surviveKill(
  world: World,
  bank: BankProcess,
  restart: () => Promise<BankProcess>,
): Promise<BankProcess> {
  const acknowledged: Acknowledged[] = [];
  let reachCut: () => void = () => undefined;
  const cut = new Promise<void>((resolve) => (reachCut = resolve));
  const acknowledge = (payment: Acknowledged) => {
    acknowledged.push(payment);
    if (acknowledged.length === acknowledgedBeforeTheCut) reachCut();
  };
  const load = Promise.all(
    Array.from({ length: writers }, () => payUntilItFails(world.tpp, acknowledge)),
  );
  // A bank that acknowledges too few payments is killed when the last writer has failed.
  await Promise.race([cut, load]);
  await bank.kill9();
  await load;
  demand(acknowledged.length > 0, 'acknowledged payments before the kill', acknowledged);
  world.narrator.step(
    'kill -9 while payments come in',
    `${String(acknowledged.length)} were acknowledged`,
  );
  const again = await restart();
  world.narrator.step('start again on the same data', 'ready');
  const unread = acknowledged.values();
  await Promise.all(Array.from({ length: writers }, () => checkEach(world, unread)));
  world.narrator.step(
    'GET status of each of them',
    `${String(acknowledged.length)} of ${String(acknowledged.length)} are there with their status`,
  );
  return again;
}

/** Several readers share the payments. @throws JourneyError when a payment is missing or has another status */
async function checkEach(world: World, payments: Iterator<Acknowledged>): Promise<void> {
  for (let next = payments.next(); next.done !== true; next = payments.next()) {
    const { paymentId, transactionStatus } = next.value;
    const status = await statusOf(world, singlePath, paymentId);
    demand(status === transactionStatus, `${paymentId} is ${transactionStatus}`, status);
  }
}

async function payUntilItFails(
  tpp: TppClient,
  acknowledge: (payment: Acknowledged) => void,
): Promise<void> {
  for (;;) {
    const answer = await tpp
      .call({ method: 'POST', path: singlePath, body: aDomesticPayment() })
      .catch(unlessNotAsDescribed);
    if (answer?.status !== 201) return;
    acknowledge(answer.json as Acknowledged);
  }
}

/** Ignores the network errors of a killed bank, but no deviation from the description. */
function unlessNotAsDescribed(error: unknown): undefined {
  if (error instanceof NotAsDescribedError) throw error;
}
