import { randomUUID } from 'node:crypto';
import { accountOf, aDomesticPayment, jsonWith, singlePath } from '@nordgate/testing';
import { atOnce, callsOfClient, clients, giveUpMs, made, outcomeOf } from './scene.js';
import type { Scene } from './scene.js';

const baskets = '/v1/signing-baskets';

/** Payments under a few X-Request-IDs, with the same and with other bodies. */
export async function pay(scene: Scene): Promise<void> {
  const { recorder, world, debtor } = scene;
  const keys = Array.from({ length: 6 }, () => randomUUID());
  await atOnce(scene, clients, async (client, chance) => {
    for (let count = 0; count < callsOfClient; count += 1) {
      const key = chance.pick(keys);
      const amount = chance.pick(['1.00', '1.00', '1.00', '2.00']);
      const body = aDomesticPayment({
        instructedAmount: { amount, currency: 'NOK' },
        debtorAccount: { bban: accountOf(debtor), currency: 'NOK' },
      });
      const headers = { 'x-request-id': key };
      await recorder.call(
        { model: 'payments', client, operation: 'pay', input: { key, body: amount } },
        async () => {
          const answer = await world.tpp.call({ method: 'POST', path: singlePath, body, headers });
          return outcomeOf(answer, {
            201: made(answer, 'paymentId'),
            409: { outcome: 'conflict' },
          });
        },
        giveUpMs(chance),
      );
    }
  });
}

/** Baskets over three payments, which the clients make and end. */
export async function group(scene: Scene): Promise<void> {
  const { recorder, world, debtor } = scene;
  const payments: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const body = aDomesticPayment({ debtorAccount: { bban: accountOf(debtor), currency: 'NOK' } });
    const answer = await world.tpp.call({ method: 'POST', path: singlePath, body });
    payments.push(jsonWith<{ paymentId: string }>(answer, 201).paymentId);
  }
  await atOnce(scene, clients, async (client, chance) => {
    for (let count = 0; count < callsOfClient; count += 1) {
      const members = chance.shuffled(payments).slice(0, chance.between(1, 2)).sort();
      const key = randomUUID();
      const input = { key, body: members.join(), members };
      const basket = await recorder.call(
        { model: 'baskets', client, operation: 'make', input },
        async () => {
          const body = { paymentIds: members };
          const headers = { 'x-request-id': key };
          const answer = await world.tpp.call({ method: 'POST', path: baskets, body, headers });
          return outcomeOf(answer, { 201: made(answer, 'basketId'), 409: { outcome: 'taken' } });
        },
        giveUpMs(chance),
      );
      const { id } = basket ?? {};
      if (id === undefined) continue;
      await recorder.call(
        { model: 'baskets', client, operation: 'end', input: { id } },
        async () => {
          const answer = await world.tpp.call({ method: 'DELETE', path: `${baskets}/${id}` });
          return outcomeOf(answer, { 204: { outcome: 'ended' } });
        },
      );
    }
  });
}
