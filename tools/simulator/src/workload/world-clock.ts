import { setTimeout as delay } from 'node:timers/promises';
import { GetApprovedPayments, GetPayment, GetUnseenOrders } from '@nordgate/contracts/queries';
import { streamIdOf, streams } from '@nordgate/contracts/rules';
import { tpp } from './derived-ids.js';
import type { GatewayPart } from './gateway-part.js';
import type { Gateways } from './gateways.js';
import { orUnavailable } from './unavailable.js';

const path = 'v1/sandbox/clock';
const lookMs = 300;
const looksMax = 400;

/** The clock of the TPP's world, which the TPP moves on. */
export class WorldClock {
  constructor(
    private readonly gateways: Gateways,
    private readonly generation: number,
  ) {}

  /** Waits until the bank shows that a payment is approved. Answers false when it does not. */
  async isApproved(paymentId: string): Promise<boolean> {
    for (let look = 0; look < looksMax; look += 1) {
      const view = await this.gateways.ask(new GetPayment(tpp, paymentId)).catch(orUnavailable);
      if (view?.transactionStatus === 'ACTC') return true;
      if (view !== undefined && view?.transactionStatus !== 'RCVD') return false;
      await delay(lookMs);
    }
    return false;
  }

  /** Moves the world to a time, and waits until it is there. Repeats the request until it is answered. */
  async moveTo(to: Date): Promise<void> {
    const requestId = crypto.randomUUID();
    for (let look = 0; look < looksMax; look += 1) {
      const begin = (gateway: GatewayPart) => this.#begin(requestId, to, gateway);
      if (await this.gateways.request(begin).catch(orUnavailable)) break;
      await delay(lookMs);
    }
    for (let look = 0; look < looksMax; look += 1) {
      const world = await this.gateways.world().catch(orUnavailable);
      if (world !== undefined && world?.move === undefined) return;
      await delay(lookMs);
    }
    throw new Error(`the clock of the world does not come to ${to.toISOString()}`);
  }

  /** PUT of the clock. Answers whether it is acknowledged. */
  async #begin(requestId: string, to: Date, gateway: GatewayPart): Promise<boolean> {
    const { generation } = this;
    const request = streamIdOf({ tpp, requestId, generation }, 'PUT', path);
    const approved = await gateway.ask(new GetApprovedPayments(tpp, generation));
    const awaits =
      approved.length === 0 ? approved : await gateway.ask(new GetUnseenOrders(approved));
    const data = {
      generation,
      by: { request, content: to.toISOString() },
      to: to.toISOString(),
      ...(awaits.length > 0 && { awaits }),
    };
    const stream = streams.world.id(tpp);
    const id = `${stream}/${request}/${data.by.content}`;
    const command = { id, type: 'BeginWorldMove', stream, data };
    const none = () => Promise.resolve(undefined);
    const result = await gateway.tell('accounts.commands.v1', command as never, none);
    return result?.is === 'decided';
  }
}
