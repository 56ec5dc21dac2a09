import { setTimeout as delay } from 'node:timers/promises';
import type { Chance } from '@nordgate/chaos/chance';
import type { Entry } from '@nordgate/chaos/history';
import { markerOf } from '@nordgate/chaos/markers';
import { Amounts } from '@nordgate/chaos/money';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import { publicIdOf } from '@nordgate/contracts/rules';
import { ids } from '../bank/simulated-bank.js';
import type { SimulatedBank } from '../bank/simulated-bank.js';
import { basketsRoute, tpp } from './gateway-part.js';
import type { GatewayAnswer, GatewayPart } from './gateway-part.js';
import { Psu } from './psu.js';
import type { Person } from './psu.js';

export interface WorkloadOptions {
  readonly bank: SimulatedBank;
  readonly gateway: GatewayPart;
  readonly people: readonly [Person, Person, ...Person[]];
  readonly generation: number;
  readonly chance: Chance;
  readonly note: (entry: Entry) => void;
}

const products = [
  'norwegian-domestic-credit-transfers',
  'instant-norwegian-domestic-credit-transfers-straks',
];
/** An account of the sandbox whose bank refuses every payment. */
const refusing = '99970000018';
const attemptsMax = 6;
const againMs = 400;

interface Made {
  readonly id: string;
  readonly authorisationId: string;
}

/** What a TPP and a PSU do in one run: a few payments, baskets of some, acts of the PSU, cancellations, runs. */
export class Workload {
  readonly #amounts = new Amounts();
  readonly #psu: Psu;

  constructor(private readonly options: WorkloadOptions) {
    const { bank, gateway, people, generation } = options;
    this.#psu = new Psu(bank, gateway, people[0], generation);
  }

  /** Resolves when everything has been asked for. */
  async run(): Promise<void> {
    const { chance } = this.options;
    const count = chance.between(3, 8);
    const paying = Array.from({ length: count }, () => this.#payAndAct(chance.fork()));
    const runs = this.#requestRuns(chance.fork());
    const made = (await Promise.all(paying)).filter((one) => one !== undefined);
    await this.#baskets(made, chance.fork());
    await runs;
  }

  /** Asks for a run until one is acknowledged. */
  async requestRun(attempts = attemptsMax): Promise<boolean> {
    const { gateway, note } = this.options;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const runId = await gateway.startRun(crypto.randomUUID());
      if (runId !== undefined) {
        note({ is: 'running', runId });
        return true;
      }
      await delay(againMs);
    }
    return false;
  }

  /** A payment, and what happens to it alone. Answers with the payment when it is left to a basket. */
  async #payAndAct(chance: Chance): Promise<Made | undefined> {
    await delay(chance.between(0, 1200));
    const made = await this.#pay(chance);
    if (made === undefined) return undefined;
    const fate = chance.pick([
      'approve',
      'approve',
      'refuse',
      'cancel',
      'basket',
      'basket',
      'nothing',
    ] as const);
    if (fate === 'basket') return made;
    await delay(chance.between(0, 600));
    if (fate === 'cancel') {
      await this.options.gateway.cancel(crypto.randomUUID(), made.id).catch(unavailable);
    }
    if (fate === 'approve' || fate === 'refuse') {
      await this.#psu.act(made.authorisationId, [made.id], fate);
    }
    return undefined;
  }

  async #pay(chance: Chance): Promise<Made | undefined> {
    const { gateway, note, people } = this.options;
    const request = crypto.randomUUID();
    const product = chance.pick(products);
    const isPossible = chance.between(1, 5) > 1;
    const amount =
      isPossible || chance.next() < 0.5 ? this.#amounts.next() : this.#amounts.nextBeyondFunds();
    const to = isPossible || chance.next() < 0.5 ? people[1].account : refusing;
    const instruction: PaymentInstruction = {
      instructedAmount: { amount, currency: 'NOK' },
      creditorName: 'Kari Kreditor',
      creditorAccount: { bban: to, currency: 'NOK' },
      debtorAccount: { bban: people[0].account, currency: 'NOK' },
      endToEndIdentification: markerOf(request),
    };
    const path = `/v1/payments/${product}`;
    note({ is: 'asked', request, wish: { for: 'payment', amount, path } });
    const made = gateway.idsOf(request, path, 'payment');
    const id = publicIdOf({ kind: 'payment', streamId: made.id }, tpp, ids);
    const send = () => gateway.initiate(request, product, instruction);
    const attempts = chance.between(1, 6) === 1 ? 1 : attemptsMax;
    if (!(await this.#persist(request, id, send, attempts))) return undefined;
    if (chance.next() < 0.3) await this.#persist(request, id, send, 1);
    return made;
  }

  async #baskets(made: readonly Made[], chance: Chance): Promise<void> {
    const rest = chance.shuffled(made);
    const signing: Promise<void>[] = [];
    while (rest.length > 1) {
      const members = rest.splice(0, chance.between(2, 3));
      if (chance.next() < 0.2) await this.#signAndDelete(members, chance);
      signing.push(this.#signTogether(members, chance.fork()));
      // A member that is named in two baskets belongs to the first.
      if (chance.next() < 0.3 && members[0] !== undefined) rest.push(members[0]);
    }
    await Promise.all(signing);
  }

  async #signTogether(members: readonly Made[], chance: Chance): Promise<void> {
    const { gateway, note } = this.options;
    const request = crypto.randomUUID();
    const paymentIds = members.map(({ id }) => id);
    const named = paymentIds.map((id) => publicIdOf({ kind: 'payment', streamId: id }, tpp, ids));
    note({ is: 'asked', request, wish: { for: 'basket', paymentIds: named } });
    const { id: streamId, authorisationId } = gateway.idsOf(request, basketsRoute, 'basket');
    const id = publicIdOf({ kind: 'basket', streamId }, tpp, ids);
    const send = () => gateway.createBasket(request, paymentIds);
    if (!(await this.#persist(request, id, send, attemptsMax))) return;
    const act = chance.pick(['approve', 'approve', 'refuse', undefined] as const);
    await delay(chance.between(0, 500));
    if (act !== 'approve' && act !== 'refuse') return;
    note({ is: 'acting', request, act });
    if (await this.#psu.act(authorisationId, paymentIds, act)) note({ is: 'acted', request, act });
  }

  /** A basket that the TPP deletes again. The history leaves it out, because nobody sees it afterwards. */
  async #signAndDelete(members: readonly Made[], chance: Chance): Promise<void> {
    const { gateway } = this.options;
    const request = crypto.randomUUID();
    const paymentIds = members.map(({ id }) => id);
    const { id } = gateway.idsOf(request, basketsRoute, 'basket');
    const orUnavailable = (error: unknown) => unavailable(error);
    await gateway.createBasket(request, paymentIds, { isMarked: false }).catch(orUnavailable);
    await delay(chance.between(0, 300));
    await gateway.deleteBasket(crypto.randomUUID(), id).catch(orUnavailable);
  }

  /** Repeats a request until it is answered. Answers whether it was acknowledged. */
  async #persist(
    request: string,
    id: string,
    send: () => Promise<GatewayAnswer>,
    attempts: number,
  ): Promise<boolean> {
    const { note } = this.options;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const answer = await send().catch((error: unknown) => unavailable(error));
      if (answer.is === 'acknowledged') {
        note({ is: 'acknowledged', request, id, status: answer.status });
        return true;
      }
      if (answer.is === 'refused') {
        note({ is: 'refused', request, status: 409, codes: answer.codes });
        return false;
      }
      note({ is: 'unknown', request, status: 503, reason: answer.reason });
      await delay(againMs);
    }
    return false;
  }

  async #requestRuns(chance: Chance): Promise<void> {
    for (let count = chance.between(1, 3); count > 0; count -= 1) {
      await delay(chance.between(200, 1500));
      await this.requestRun(2);
    }
  }
}

/** What the gateway answers with 503: a service that does not answer. Other errors are bugs. */
function unavailable(error: unknown): GatewayAnswer {
  if (error instanceof Error && error.name === 'ServiceUnavailableError') {
    return { is: 'unknown', reason: error.message };
  }
  throw error;
}
