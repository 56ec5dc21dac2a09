import type { BasketReceipt, PaymentReceipt } from '@nordgate/contracts/commands';
import { streams } from '@nordgate/contracts/rules';
import { tooLarge } from '@nordgate/messaging';
import type { CommandClient, CommandResult } from '@nordgate/messaging';
import type { QueryClient, WorldTime } from '@nordgate/service';

import type { Caller } from './caller.js';
import { Edge } from './edge.service.js';
import type { BankSettings } from './edge.service.js';

const asked: unknown[][] = [];
const client = {
  ask: (...all: unknown[]) => {
    asked.push(all);
    return Promise.resolve({ is: 'accepted' });
  },
} as unknown as CommandClient;
/** The world of generation 3 is 30 days ahead. */
const ahead: WorldTime = {
  now: ({ generation }) =>
    new Date(generation === 3 ? '2030-01-31T10:00:00Z' : '2030-01-01T10:00:00Z'),
};
const edge = new Edge(client, {} as QueryClient, {} as BankSettings, ahead);
const caller = { tpp: 'PSDNO-FSA-1' } as Caller;
const noView = () => Promise.resolve(undefined);
const basket = streams.basket.id('b1');
const payment = streams.payment.id('p1');
const data = { by: 'request-1' };
const deletion = { id: 'delete-1', type: 'DeleteBasket', stream: basket, data } as const;

/** These must not compile: `tsc` fails on an expectation of an error that does not come. */
const mistakes = {
  'to another service’s topic': () =>
    // @ts-expect-error payments takes no DeleteBasket
    edge.tell('payments.commands.v1', caller, deletion, noView),
  'to another category of stream': () =>
    // @ts-expect-error a basket’s command goes to a basket’s stream
    edge.tell('baskets.commands.v1', caller, { ...deletion, stream: payment }, noView),
  'to a stream that is spelt by hand': () =>
    // @ts-expect-error a text is no stream of a basket
    edge.tell('baskets.commands.v1', caller, { ...deletion, stream: String(basket) }, noView),
  'with other data': () =>
    // @ts-expect-error by is a text
    edge.tell('baskets.commands.v1', caller, { ...deletion, data: { by: 1 } }, noView),
  'without its data': () =>
    // @ts-expect-error by is required
    edge.tell('baskets.commands.v1', caller, { ...deletion, data: {} }, noView),
  'of an unknown type': () =>
    // @ts-expect-error there is no DropBasket
    edge.tell('baskets.commands.v1', caller, { ...deletion, type: 'DropBasket' as const }, noView),
  'to a topic of events': () =>
    // @ts-expect-error nobody takes commands there
    edge.tell('baskets.events.v1', caller, deletion, noView),
};

describe('a command of the gateway', () => {
  it('goes to its topic with the gateway’s time and the caller’s name', async () => {
    asked.length = 0;
    await edge.tell('baskets.commands.v1', caller, deletion, noView);
    const meta = { at: expect.any(String) as string, actor: caller.tpp };
    expect(asked[0]?.slice(0, 2)).toEqual(['baskets.commands.v1', { ...deletion, meta }]);
  });

  it('carries the time of the world of its caller', async () => {
    const told = async (generation: number) => {
      asked.length = 0;
      await edge.tell('baskets.commands.v1', { ...caller, generation }, deletion, noView);
      return asked[0]?.[1];
    };
    expect(await told(3)).toMatchObject({ meta: { at: '2030-01-31T10:00:00.000Z' } });
    expect(await told(4)).toMatchObject({ meta: { at: '2030-01-01T10:00:00.000Z' } });
  });

  it('is answered with 413 when its decision is larger than one event may be', async () => {
    const refusal = { refused: tooLarge };
    const refusing = { ask: () => Promise.resolve({ is: 'refused', refusal }) };
    const bank = new Edge(
      refusing as unknown as CommandClient,
      {} as QueryClient,
      {} as BankSettings,
      ahead,
    );
    const told = bank.tell('baskets.commands.v1', caller, deletion, noView);
    await expect(told).rejects.toMatchObject({ status: 413, faults: [{ code: 'BAD_REQUEST' }] });
  });

  it.each(Object.entries(mistakes))('sent %s does not compile', (_how, mistake) => {
    expect(mistake).toBeInstanceOf(Function);
  });

  it('brings the receipt of its contract and no other', async () => {
    const made = { id: 'c1', type: 'InitiatePayment', stream: payment } as const;
    const send = (instruction: never) =>
      edge.tell('payments.commands.v1', caller, { ...made, data: instruction }, noView);
    const right: (data: never) => Promise<CommandResult<PaymentReceipt | undefined>> = send;
    // @ts-expect-error the receipt of an initiation is no receipt of a basket
    const wrong: (data: never) => Promise<CommandResult<BasketReceipt>> = send;
    expect(right).toBe(wrong);
    await expect(right({} as never)).resolves.toEqual({ is: 'accepted' });
  });
});
