import { randomUUID } from 'node:crypto';
import { atOnce, callsOfClient, clients, giveUpMs, untilKnown } from './scene.js';
import type { Scene } from './scene.js';

/** Payments under a few X-Request-IDs, with the same and with other bodies. */
export async function pay(scene: Scene): Promise<void> {
  const { recorder, calls } = scene;
  const keys = Array.from({ length: 6 }, () => randomUUID());
  await atOnce(scene, clients, async (client, chance) => {
    for (let count = 0; count < callsOfClient; count += 1) {
      const key = chance.pick(keys);
      const amount = chance.pick(['1.00', '1.00', '1.00', '2.00']);
      const asked = {
        model: 'payments',
        client,
        operation: 'pay',
        input: { key, body: amount },
      } as const;
      await recorder.call(asked, () => calls.pay(key, amount), giveUpMs(chance));
    }
  });
}

/**
 * Baskets over three payments, which the clients make and end. A request is repeated until it is answered: those without an answer may
 * take effect at any time, and there is no judging of many such baskets.
 */
export async function group(scene: Scene): Promise<void> {
  const { recorder, calls } = scene;
  const payments: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const key = randomUUID();
    const { id = '' } = await untilKnown(() => calls.pay(key, '1.00'));
    payments.push(id);
  }
  await atOnce(scene, clients, async (client, chance) => {
    for (let count = 0; count < callsOfClient; count += 1) {
      const members = chance.shuffled(payments).slice(0, chance.between(1, 2)).sort();
      const key = randomUUID();
      const making = {
        ...({ model: 'baskets', client, operation: 'make' } as const),
        input: { key, body: members.join(), members },
      };
      const basket = await recorder.call(
        making,
        () => untilKnown(() => calls.makeBasket(key, members)),
        giveUpMs(chance),
      );
      const { id } = basket ?? {};
      if (id === undefined) continue;
      const ending = { model: 'baskets', client, operation: 'end', input: { id } } as const;
      const request = randomUUID();
      await recorder.call(ending, () => untilKnown(() => calls.endBasket(request, id)));
    }
  });
}
