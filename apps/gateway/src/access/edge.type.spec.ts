import type { BasketReceipt, PaymentReceipt } from '@nordgate/contracts/commands';
import { streams } from '@nordgate/contracts/rules';
import { tooLarge } from '@nordgate/messaging';
import type { CommandClient, CommandResult } from '@nordgate/messaging';
import type { QueryClient } from '@nordgate/service';

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
const edge = new Edge(client, {} as QueryClient, {} as BankSettings);
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

  it('carries the time of a world that is ahead, and says how far', async () => {
    asked.length = 0;
    const aheadMs = 30 * 86_400_000;
    const before = Date.now() + aheadMs;
    await edge.tell('baskets.commands.v1', { ...caller, aheadMs }, deletion, noView);
    const [[, sent] = []] = asked;
    const { meta } = sent as { readonly meta: { readonly at: string } };
    expect(meta).toMatchObject({ aheadMs });
    expect(Date.parse(meta.at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(meta.at)).toBeLessThanOrEqual(Date.now() + aheadMs);
  });

  it('is answered with 413 when its decision is larger than one event may be', async () => {
    const refusal = { refused: tooLarge };
    const refusing = { ask: () => Promise.resolve({ is: 'refused', refusal }) };
    const client413 = refusing as unknown as CommandClient;
    const bank = new Edge(client413, {} as QueryClient, {} as BankSettings);
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
