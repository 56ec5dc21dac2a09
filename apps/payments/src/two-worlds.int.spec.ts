import type { Command } from '@nordgate/decider';
import type { StartWork } from '@nordgate/service';
import { paymentSamples, toInitiate } from './testing/payment-commands.js';
import { paymentsOnABus } from './testing/payments-on-a-bus.fixture.js';
import type { PaymentsOnABus } from './testing/payments-on-a-bus.fixture.js';

let payments: PaymentsOnABus;
let service: Parameters<StartWork>[0];
beforeAll(async () => {
  const work: StartWork = (running) => {
    service = running;
    return { stop: () => Promise.resolve() };
  };
  payments = await paymentsOnABus({ work });
});
afterAll(() => payments.stop());

const commands: readonly Command[] = Object.values(paymentSamples)
  .flat()
  .map(({ command }) => command);

/** A payment is initiated, and then gets two commands, of which some are refused. */
const lives = commands.flatMap((one) => commands.map((other) => [toInitiate(), one, other]));

/** What a payment of a world answered, and its events, without what names the world. */
async function live(life: readonly Command[], name: string, world: number): Promise<unknown> {
  const stream = `payment-${name}.${String(world)}`;
  const answers: unknown[] = [];
  for (const [index, command] of life.entries()) {
    const id = `${stream}/${String(index)}`;
    answers.push((await service.commands.execute({ ...command, id, stream })) ?? null);
  }
  const events = await payments.eventsOf(stream);
  const seen = { answers, events: events.map(({ type, data }) => ({ type, data })) };
  return JSON.parse(JSON.stringify(seen).replaceAll(stream, 'a payment'));
}

describe('payments in two worlds at once', () => {
  it('decide the same in both, whatever two commands follow the initiation of a payment', async () => {
    const worlds = await Promise.all(
      [1, 2].map((world) =>
        Promise.all(lives.map((life, n) => live(life, `life-${String(n)}`, world))),
      ),
    );
    expect(worlds[0]).toEqual(worlds[1]);
    const types = JSON.stringify(worlds[0]);
    for (const type of ['PaymentAuthorised', 'PaymentCancelled', 'PaymentClaimed', 'refused']) {
      expect(types).toContain(type);
    }
  });
});
